import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, isStorableText } from '@hearth/data';
import { ProtectedBranchNotFound } from '../refusals.js';
import { protectionDetails } from './protect.js';
import { ProtectedBranchesStore, type StoredProtectedBranch } from './protected-branches.store.js';
import type { ProtectionSettings } from './protection.rules.js';

/** Changes a rule of protected branches. */
@Injectable()
export class UpdateProtectedBranch {
  constructor(
    private readonly db: Database,
    private readonly protectedBranchesStore: ProtectedBranchesStore,
    private readonly audit: Audit,
  ) {}

  /**
   * Changes the given settings of the rule with the name.
   * @throws ProtectedBranchNotFound
   */
  execute(projectId: ProjectId, settings: ProtectionSettings): Promise<StoredProtectedBranch> {
    const { name } = settings;
    if (!isStorableText(name)) throw ProtectedBranchNotFound();
    return this.db.tx(async (tx) => {
      const rule = await this.protectedBranchesStore.update(tx, projectId, settings);
      if (!rule) throw ProtectedBranchNotFound();
      await this.audit.append(tx, {
        kind: 'branch.protected',
        subject: { type: 'project', id: projectId },
        details: protectionDetails(rule),
      });
      return rule;
    });
  }
}

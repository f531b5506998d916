import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, isStorableText } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { ProtectedBranchNotFound } from '../refusals.js';
import { ProtectedBranchesStore } from './protected-branches.store.js';

/** Removes a rule by its exact name. Other rules may still cover the branch. */
@Injectable()
export class UnprotectBranch {
  constructor(
    private readonly db: Database,
    private readonly protectedBranchesStore: ProtectedBranchesStore,
    private readonly audit: Audit,
  ) {}

  /** @throws ProtectedBranchNotFound, PreconditionFailed */
  execute(projectId: ProjectId, name: string, unlessModified?: UnlessModified): Promise<void> {
    if (!isStorableText(name)) throw ProtectedBranchNotFound();
    return this.db.tx(async (tx) => {
      const rule = await this.protectedBranchesStore.lock(tx, projectId, name);
      if (!rule) throw ProtectedBranchNotFound();
      unlessModified?.(rule.updatedAt);
      await this.protectedBranchesStore.delete(tx, projectId, name);
      await this.audit.append(tx, {
        kind: 'branch.unprotected',
        subject: { type: 'project', id: projectId },
        details: { name },
      });
    });
  }
}

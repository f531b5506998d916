import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { ProtectedBranchExists, ProtectedBranchInvalid } from '../refusals.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { ProtectedBranchesStore, type StoredProtectedBranch } from './protected-branches.store.js';
import { nameFailure, type ProtectionSettings } from './protection.rules.js';

/** Protects a branch, or the branches that match a pattern. */
@Injectable()
export class ProtectBranch {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly protectedBranchesStore: ProtectedBranchesStore,
    private readonly audit: Audit,
  ) {}

  /** Adds a rule. @throws ProtectedBranchExists, ProtectedBranchInvalid, ProjectNotFound */
  async create(projectId: ProjectId, settings: ProtectionSettings): Promise<StoredProtectedBranch> {
    const rule = await this.write(projectId, settings, 'create');
    if (!rule) throw ProtectedBranchExists({ name: settings.name });
    return rule;
  }

  /** Adds a rule, or changes the given levels of the rule with that name. @throws ProtectedBranchInvalid, ProjectNotFound */
  async execute(projectId: ProjectId, settings: ProtectionSettings): Promise<void> {
    await this.write(projectId, settings, 'upsert');
  }

  private write(
    projectId: ProjectId,
    settings: ProtectionSettings,
    how: 'create' | 'upsert',
  ): Promise<StoredProtectedBranch | undefined> {
    const failure = nameFailure(settings.name);
    if (failure !== null) throw ProtectedBranchInvalid({ failure });
    return this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (!record || record.deleted) throw ProjectNotFound();
      const rule = await this.protectedBranchesStore[how](tx, projectId, settings);
      if (rule)
        await this.audit.append(tx, {
          kind: 'branch.protected',
          subject: { type: 'project', id: projectId },
          details: protectionDetails(rule),
        });
      return rule;
    });
  }
}

/** Returns what an audit record says about a rule. */
export function protectionDetails({ name, pushLevel, mergeLevel, allowForcePush }: StoredProtectedBranch) {
  return { name, pushAccessLevel: pushLevel, mergeAccessLevel: mergeLevel, allowForcePush };
}

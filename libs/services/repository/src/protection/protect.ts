import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { ProtectedBranchExists, ProtectedBranchInvalid } from '../refusals.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { ProtectedBranchesStore } from './protected-branches.store.js';
import { nameFailure, type ProtectedBranch, type ProtectionWish } from './protection.rules.js';

/** Protects a branch, or those that a pattern covers. */
@Injectable()
export class ProtectBranch {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly protectedBranchesStore: ProtectedBranchesStore,
    private readonly audit: Audit,
  ) {}

  /** Adds a rule. @throws ProtectedBranchExists, ProtectedBranchInvalid, ProjectNotFound */
  async create(projectId: ProjectId, wish: ProtectionWish): Promise<ProtectedBranch> {
    const rule = await this.write(projectId, wish, 'create');
    if (!rule) throw ProtectedBranchExists({ name: wish.name });
    return rule;
  }

  /** Adds a rule, or changes the given levels of the rule of that name. @throws ProtectedBranchInvalid, ProjectNotFound */
  async execute(projectId: ProjectId, wish: ProtectionWish): Promise<void> {
    await this.write(projectId, wish, 'upsert');
  }

  private write(
    projectId: ProjectId,
    wish: ProtectionWish,
    how: 'create' | 'upsert',
  ): Promise<ProtectedBranch | undefined> {
    const failure = nameFailure(wish.name);
    if (failure !== null) throw ProtectedBranchInvalid({ failure });
    return this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (!record || record.deleted) throw ProjectNotFound();
      const rule = await this.protectedBranchesStore[how](tx, projectId, wish);
      if (rule)
        await this.audit.append(tx, {
          kind: 'branch.protected',
          subject: { type: 'project', id: projectId },
          details: { name: rule.name, pushAccessLevel: rule.pushLevel, mergeAccessLevel: rule.mergeLevel },
        });
      return rule;
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { RetryAutoMerge } from '../merges/retry-auto-merge.js';
import { ApprovalRuleNotFound } from '../refusals.js';
import { LockRules } from './lock.js';
import { MergeRequestRulesStore } from './merge-request-rules.store.js';

/** Deletes an approval rule of a merge request. Without the last one, the rules of the project count again. */
@Injectable()
export class DeleteMergeRequestRule {
  constructor(
    private readonly db: Database,
    private readonly lockRules: LockRules,
    private readonly mergeRequestRulesStore: MergeRequestRulesStore,
    private readonly retryAutoMerge: RetryAutoMerge,
    private readonly audit: Audit,
  ) {}

  /** @throws MergeRequestNotFound, Forbidden, ApprovalRuleNotFound, PreconditionFailed */
  execute(
    access: ProjectAccess,
    { iid, id }: { readonly iid: number; readonly id: number },
    unlessModified: UnlessModified,
    actor: Principal,
  ): Promise<void> {
    return this.db.tx(async (tx) => {
      const { id: mergeRequestId } = await this.lockRules.within(tx, access, iid, actor);
      const rule = await this.mergeRequestRulesStore.find(tx, mergeRequestId, id);
      if (!rule) throw ApprovalRuleNotFound();
      unlessModified(rule.updatedAt);
      await this.mergeRequestRulesStore.delete(tx, id);
      await this.audit.append(tx, {
        kind: 'approval-rule.deleted',
        subject: { type: 'project', id: access.project.id },
        details: { mergeRequestIid: iid, name: rule.name },
      });
      await this.retryAutoMerge.within(tx, mergeRequestId);
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database, violatedConstraint } from '@hearth/data';
import { auditedRule, ruleAfter, type CountedRule, type RuleChanges } from '../approvals/approval.rules.js';
import { RetryAutoMerge } from '../merges/retry-auto-merge.js';
import { ApprovalRuleNameTaken, ApprovalRuleNotFound } from '../refusals.js';
import { LockRules } from './lock.js';
import { MergeRequestRulesStore } from './merge-request-rules.store.js';

/** Changes an approval rule of a merge request. */
@Injectable()
export class UpdateMergeRequestRule {
  constructor(
    private readonly db: Database,
    private readonly lockRules: LockRules,
    private readonly mergeRequestRulesStore: MergeRequestRulesStore,
    private readonly retryAutoMerge: RetryAutoMerge,
    private readonly audit: Audit,
  ) {}

  /** @throws MergeRequestNotFound, Forbidden, ApprovalRuleNotFound, ApprovalRuleNameTaken, ApproversNotAllowed, TooManyRuleGroups */
  async execute(
    access: ProjectAccess,
    { iid, id }: { readonly iid: number; readonly id: number },
    changes: RuleChanges,
    actor: Principal,
  ): Promise<CountedRule> {
    try {
      return await this.db.tx(async (tx) => {
        const { id: mergeRequestId } = await this.lockRules.within(tx, access, iid, actor);
        const found = await this.mergeRequestRulesStore.find(tx, mergeRequestId, id);
        if (!found) throw ApprovalRuleNotFound();
        const rule = ruleAfter(found, changes);
        await this.mergeRequestRulesStore.update(tx, rule);
        await this.audit.append(tx, {
          kind: 'approval-rule.updated',
          subject: { type: 'project', id: access.project.id },
          details: { mergeRequestIid: iid, ...auditedRule(rule) },
        });
        await this.retryAutoMerge.within(tx, mergeRequestId);
        return (await this.mergeRequestRulesStore.find(tx, mergeRequestId, id))!;
      });
    } catch (error) {
      if (violatedConstraint(error) === 'merge_request_approval_rules_name') throw ApprovalRuleNameTaken();
      throw error;
    }
  }
}

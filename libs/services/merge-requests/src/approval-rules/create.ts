import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { ApprovalRulesStore } from '../approvals/approval-rules.store.js';
import { MOST_RULES, auditedRule, requireNoApprovers, type CountedRule } from '../approvals/approval.rules.js';
import { RetryAutoMerge } from '../merges/retry-auto-merge.js';
import {
  ApprovalRuleNameTaken,
  ApprovalRuleNotFound,
  MergeRequestRuleExists,
  TooManyApprovalRules,
} from '../refusals.js';
import { LockRules } from './lock.js';
import { MergeRequestRulesStore, type MergeRequestRuleDraft } from './merge-request-rules.store.js';

/** Creates an approval rule of a merge request. Its rules then replace those of the project. */
@Injectable()
export class CreateMergeRequestRule {
  constructor(
    private readonly db: Database,
    private readonly lockRules: LockRules,
    private readonly approvalRulesStore: ApprovalRulesStore,
    private readonly mergeRequestRulesStore: MergeRequestRulesStore,
    private readonly retryAutoMerge: RetryAutoMerge,
    private readonly audit: Audit,
  ) {}

  /**
   * @throws MergeRequestNotFound, Forbidden, ApprovalRuleNotFound for an unknown rule of the project, MergeRequestRuleExists,
   * ApprovalRuleNameTaken, TooManyApprovalRules, ApproversNotAllowed
   */
  execute(access: ProjectAccess, iid: number, given: MergeRequestRuleDraft, actor: Principal): Promise<CountedRule> {
    requireNoApprovers(given);
    return this.db.tx(async (tx) => {
      const { id: mergeRequestId } = await this.lockRules.within(tx, access, iid, actor);
      const draft = await this.copied(tx, access, given);
      const rules = await this.mergeRequestRulesStore.of(tx, mergeRequestId);
      const isFull = rules.filter(({ ruleType }) => ruleType === 'regular').length >= MOST_RULES;
      if (draft.ruleType === 'regular' && isFull) throw TooManyApprovalRules({ most: MOST_RULES });
      const id = await this.mergeRequestRulesStore.create(tx, mergeRequestId, draft);
      if (id === undefined) throw draft.ruleType === 'regular' ? ApprovalRuleNameTaken() : MergeRequestRuleExists();
      await this.audit.append(tx, {
        kind: 'approval-rule.created',
        subject: { type: 'project', id: access.project.id },
        details: { mergeRequestIid: iid, ...auditedRule(draft) },
      });
      await this.retryAutoMerge.within(tx, mergeRequestId);
      return (await this.mergeRequestRulesStore.find(tx, mergeRequestId, id))!;
    });
  }

  /** Takes name and approvers from the rule of the project, where one is given. */
  private async copied(
    tx: Tx,
    { project }: ProjectAccess,
    given: MergeRequestRuleDraft,
  ): Promise<MergeRequestRuleDraft> {
    if (given.sourceRuleId === null) return given;
    const rules = await this.approvalRulesStore.ofProject(tx, project.id);
    const source = rules.find(({ id }) => id === given.sourceRuleId);
    if (!source) throw ApprovalRuleNotFound();
    return { ...source, sourceRuleId: source.id, approvalsRequired: given.approvalsRequired };
  }
}

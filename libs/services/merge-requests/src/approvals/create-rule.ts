import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ApprovalRuleExists, ApprovalRuleNameTaken, TooManyApprovalRules } from '../refusals.js';
import { MOST_RULES, auditedRule, requireNoApprovers, type ApprovalRule, type RuleDraft } from './approval.rules.js';
import { ApprovalRulesStore } from './approval-rules.store.js';

/** Creates an approval rule of a project. */
@Injectable()
export class CreateApprovalRule {
  constructor(
    private readonly db: Database,
    private readonly approvalRulesStore: ApprovalRulesStore,
    private readonly audit: Audit,
  ) {}

  /** @throws ApprovalRuleExists, ApprovalRuleNameTaken, TooManyApprovalRules, ApproversNotAllowed */
  execute(projectId: ProjectId, draft: RuleDraft): Promise<ApprovalRule> {
    requireNoApprovers(draft);
    return this.db.tx(async (tx) => {
      await this.approvalRulesStore.lockProject(tx, projectId);
      const rules = await this.approvalRulesStore.ofProject(tx, projectId);
      const regular = rules.filter(({ ruleType }) => ruleType === 'regular');
      if (draft.ruleType === 'regular' && regular.length >= MOST_RULES)
        throw TooManyApprovalRules({ most: MOST_RULES });
      const rule = await this.approvalRulesStore.create(tx, projectId, draft);
      if (!rule) throw draft.ruleType === 'regular' ? ApprovalRuleNameTaken() : ApprovalRuleExists();
      await this.audit.append(tx, {
        kind: 'approval-rule.created',
        subject: { type: 'project', id: projectId },
        details: auditedRule(rule),
      });
      return rule;
    });
  }
}

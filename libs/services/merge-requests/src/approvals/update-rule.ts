import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, violatedConstraint } from '@hearth/data';
import { ApprovalRuleNameTaken, ApprovalRuleNotFound } from '../refusals.js';
import { auditedRule, ruleAfter, type ApprovalRule, type RuleChanges } from './approval.rules.js';
import { ApprovalRulesStore } from './approval-rules.store.js';

/** Changes an approval rule of a project. */
@Injectable()
export class UpdateApprovalRule {
  constructor(
    private readonly db: Database,
    private readonly approvalRulesStore: ApprovalRulesStore,
    private readonly audit: Audit,
  ) {}

  /** @throws ApprovalRuleNotFound, ApprovalRuleNameTaken, ApproversNotAllowed, TooManyRuleGroups */
  async execute(projectId: ProjectId, id: number, changes: RuleChanges): Promise<ApprovalRule> {
    try {
      return await this.db.tx(async (tx) => {
        const found = await this.approvalRulesStore.lock(tx, projectId, id);
        if (!found) throw ApprovalRuleNotFound();
        const rule = ruleAfter(found, changes);
        await this.audit.append(tx, {
          kind: 'approval-rule.updated',
          subject: { type: 'project', id: projectId },
          details: auditedRule(rule),
        });
        return this.approvalRulesStore.update(tx, rule);
      });
    } catch (error) {
      if (violatedConstraint(error) === 'regular_approval_rules_name') throw ApprovalRuleNameTaken();
      throw error;
    }
  }
}

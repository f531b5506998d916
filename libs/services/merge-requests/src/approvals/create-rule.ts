import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ApprovalRuleExists } from '../refusals.js';
import type { ApprovalRule } from './approval.rules.js';
import { ApprovalsStore } from './approvals.store.js';

/** Creates the approval rule of a project. */
@Injectable()
export class CreateApprovalRule {
  constructor(
    private readonly db: Database,
    private readonly approvalsStore: ApprovalsStore,
    private readonly audit: Audit,
  ) {}

  /** @throws ApprovalRuleExists */
  execute(
    projectId: ProjectId,
    { name, approvalsRequired }: Pick<ApprovalRule, 'name' | 'approvalsRequired'>,
  ): Promise<ApprovalRule> {
    return this.db.tx(async (tx) => {
      const rule = await this.approvalsStore.createRule(tx, projectId, name, approvalsRequired);
      if (!rule) throw ApprovalRuleExists();
      await this.audit.append(tx, {
        kind: 'approval-rule.created',
        subject: { type: 'project', id: projectId },
        details: { name, approvalsRequired },
      });
      return rule;
    });
  }
}

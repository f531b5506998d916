import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ApprovalRuleNotFound } from '../refusals.js';
import type { ApprovalRule } from './approval.rules.js';
import { ApprovalsStore } from './approvals.store.js';

/** Changes the approval rule of a project. */
@Injectable()
export class UpdateApprovalRule {
  constructor(
    private readonly db: Database,
    private readonly approvalsStore: ApprovalsStore,
    private readonly audit: Audit,
  ) {}

  /**
   * @param changes `undefined` leaves a field as it is
   * @throws ApprovalRuleNotFound
   */
  execute(
    projectId: ProjectId,
    id: number,
    changes: { readonly name: string | undefined; readonly approvalsRequired: number | undefined },
  ): Promise<ApprovalRule> {
    return this.db.tx(async (tx) => {
      const rule = await this.approvalsStore.lockRule(tx, projectId);
      if (rule?.id !== id) throw ApprovalRuleNotFound();
      const name = changes.name ?? rule.name;
      const approvalsRequired = changes.approvalsRequired ?? rule.approvalsRequired;
      await this.audit.append(tx, {
        kind: 'approval-rule.updated',
        subject: { type: 'project', id: projectId },
        details: { name, approvalsRequired },
      });
      return this.approvalsStore.updateRule(tx, id, name, approvalsRequired);
    });
  }
}

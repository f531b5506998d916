import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { ApprovalRuleNotFound } from '../refusals.js';
import { ApprovalsStore } from './approvals.store.js';

/** Deletes the approval rule of a project, which requires no approvals then. */
@Injectable()
export class DeleteApprovalRule {
  constructor(
    private readonly db: Database,
    private readonly approvalsStore: ApprovalsStore,
    private readonly audit: Audit,
  ) {}

  /** @throws ApprovalRuleNotFound, PreconditionFailed */
  execute(projectId: ProjectId, id: number, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const rule = await this.approvalsStore.lockRule(tx, projectId);
      if (rule?.id !== id) throw ApprovalRuleNotFound();
      unlessModified(rule.updatedAt);
      await this.approvalsStore.deleteRule(tx, id);
      await this.audit.append(tx, {
        kind: 'approval-rule.deleted',
        subject: { type: 'project', id: projectId },
        details: { name: rule.name },
      });
    });
  }
}

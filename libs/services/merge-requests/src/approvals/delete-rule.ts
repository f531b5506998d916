import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { ApprovalRuleNotFound } from '../refusals.js';
import { ApprovalRulesStore } from './approval-rules.store.js';

/** Deletes an approval rule of a project, whose approvals are not required any more. */
@Injectable()
export class DeleteApprovalRule {
  constructor(
    private readonly db: Database,
    private readonly approvalRulesStore: ApprovalRulesStore,
    private readonly audit: Audit,
  ) {}

  /** @throws ApprovalRuleNotFound, PreconditionFailed */
  execute(projectId: ProjectId, id: number, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const rule = await this.approvalRulesStore.lock(tx, projectId, id);
      if (!rule) throw ApprovalRuleNotFound();
      unlessModified(rule.updatedAt);
      await this.approvalRulesStore.delete(tx, rule);
      await this.audit.append(tx, {
        kind: 'approval-rule.deleted',
        subject: { type: 'project', id: projectId },
        details: { name: rule.name },
      });
    });
  }
}

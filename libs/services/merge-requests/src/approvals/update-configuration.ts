import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { DEFAULT_RULE_NAME } from './approval.rules.js';
import { ApprovalRulesStore } from './approval-rules.store.js';
import { ApprovalsStore, type SettingChanges } from './approvals.store.js';

/** Changes to apply; `undefined` leaves a field as it is. */
export interface ConfigurationChanges extends SettingChanges {
  readonly approvalsRequired: number | undefined;
}

/** Changes the settings of a project for approvals, and the number that it requires. */
@Injectable()
export class UpdateApprovalConfiguration {
  constructor(
    private readonly db: Database,
    private readonly approvalsStore: ApprovalsStore,
    private readonly approvalRulesStore: ApprovalRulesStore,
    private readonly audit: Audit,
  ) {}

  execute(projectId: ProjectId, { approvalsRequired, ...changes }: ConfigurationChanges): Promise<void> {
    return this.db.tx(async (tx) => {
      const settings = await this.approvalsStore.changeSettings(tx, projectId, changes);
      if (approvalsRequired !== undefined)
        await this.approvalRulesStore.require(tx, projectId, DEFAULT_RULE_NAME, approvalsRequired);
      await this.audit.append(tx, {
        kind: 'approvals.updated',
        subject: { type: 'project', id: projectId },
        details: { ...settings, ...(approvalsRequired !== undefined && { approvalsRequired }) },
      });
    });
  }
}

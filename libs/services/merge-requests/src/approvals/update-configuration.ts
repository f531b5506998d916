import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { DEFAULT_RULE_NAME, type ApprovalSettings } from './approval.rules.js';
import { ApprovalsStore } from './approvals.store.js';

/** Changes to apply; `undefined` leaves a field as it is. */
export interface ConfigurationChanges {
  readonly approvalsRequired: number | undefined;
  readonly resetOnPush: boolean | undefined;
  readonly authorApproval: boolean | undefined;
}

/** Changes the settings of a project for approvals, and the number that it requires. */
@Injectable()
export class UpdateApprovalConfiguration {
  constructor(
    private readonly db: Database,
    private readonly approvalsStore: ApprovalsStore,
    private readonly audit: Audit,
  ) {}

  execute(projectId: ProjectId, { approvalsRequired, ...changes }: ConfigurationChanges): Promise<void> {
    return this.db.tx(async (tx) => {
      const before = await this.approvalsStore.settings(tx, projectId);
      const settings: ApprovalSettings = {
        resetOnPush: changes.resetOnPush ?? before.resetOnPush,
        authorApproval: changes.authorApproval ?? before.authorApproval,
      };
      await this.approvalsStore.saveSettings(tx, projectId, settings);
      if (approvalsRequired !== undefined)
        await this.approvalsStore.require(tx, projectId, DEFAULT_RULE_NAME, approvalsRequired);
      await this.audit.append(tx, {
        kind: 'approvals.updated',
        subject: { type: 'project', id: projectId },
        details: { ...settings, ...(approvalsRequired !== undefined && { approvalsRequired }) },
      });
    });
  }
}

import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { MergeRequestChangesModule } from '../merge-requests/merge-request-changes.module.js';
import { MergeRequestFactsModule } from '../merge-requests/merge-request-facts.module.js';
import { MergesModule } from '../merges/merges.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { ApprovalFacts } from './approval.facts.js';
import { ApprovalsController } from './approvals.controller.js';
import { ApproverFacts } from './approver.facts.js';
import { ApproveMergeRequest } from './approve.js';
import { CreateApprovalRule } from './create-rule.js';
import { DeleteApprovalRule } from './delete-rule.js';
import { ProjectApprovalsController } from './project-approvals.controller.js';
import { RecordApprovalFacts } from './record-approval.facts.js';
import { ResetApprovals } from './reset-approvals.js';
import { UnapproveMergeRequest } from './unapprove.js';
import { UpdateApprovalConfiguration } from './update-configuration.js';
import { UpdateApprovalRule } from './update-rule.js';

@Module({
  imports: [
    MergeRequestsCoreModule,
    MergeRequestsStoresModule,
    MergeRequestChangesModule,
    MergeRequestFactsModule,
    MergesModule,
  ],
  controllers: [ApprovalsController, ProjectApprovalsController],
  providers: [
    ApprovalFacts,
    RecordApprovalFacts,
    ApproverFacts,
    ApproveMergeRequest,
    UnapproveMergeRequest,
    ResetApprovals,
    UpdateApprovalConfiguration,
    CreateApprovalRule,
    UpdateApprovalRule,
    DeleteApprovalRule,
  ],
  exports: [ApprovalFacts, ApproverFacts, RecordApprovalFacts, ApproveMergeRequest, UnapproveMergeRequest],
})
export class ApprovalsModule {}

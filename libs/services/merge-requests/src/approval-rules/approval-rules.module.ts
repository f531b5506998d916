import { Module } from '@nestjs/common';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { MergeRequestsCoreModule } from '../core.module.js';
import { MergeRequestFactsModule } from '../merge-requests/merge-request-facts.module.js';
import { MergesModule } from '../merges/merges.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { MergeRequestRuleFacts } from './approval-rule.facts.js';
import { MergeRequestRulesController } from './approval-rules.controller.js';
import { CreateMergeRequestRule } from './create.js';
import { DeleteMergeRequestRule } from './delete.js';
import { LockRules } from './lock.js';
import { UpdateMergeRequestRule } from './update.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, MergeRequestFactsModule, MergesModule, ApprovalsModule],
  controllers: [MergeRequestRulesController],
  providers: [MergeRequestRuleFacts, LockRules, CreateMergeRequestRule, UpdateMergeRequestRule, DeleteMergeRequestRule],
})
export class ApprovalRulesModule {}

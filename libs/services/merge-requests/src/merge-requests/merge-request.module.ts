import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { VersionsModule } from '../diffs/versions.module.js';
import { MergeabilityModule } from '../mergeability/mergeability.module.js';
import { QuickActionsModule } from '../quick-actions/quick-actions.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { CreateMergeRequest } from './create.js';
import { DeleteMergeRequest } from './delete.js';
import { IssueMergeRequestsController } from '../lists/issue-merge-requests.controller.js';
import { IssueMergeRequestsFacts } from '../lists/issue-merge-requests.facts.js';
import { CommitMergeRequestsController } from '../lists/commit-merge-requests.controller.js';
import { CommitMergeRequestsFacts } from '../lists/commit-merge-requests.facts.js';
import { MilestoneMergeRequestsController } from '../lists/milestone-merge-requests.controller.js';
import { MilestoneFacts } from '../lists/milestone.facts.js';
import { MergeRequestListFacts } from '../lists/list.facts.js';
import { MergeRequestChangesModule } from './merge-request-changes.module.js';
import { MergeRequestFactsModule } from './merge-request-facts.module.js';
import { MergeRequestListsController } from '../lists/merge-request-lists.controller.js';
import { MergeRequestsController } from './merge-requests.controller.js';
import { OpeningFacts } from './opening.facts.js';
import { SubscribeToMergeRequest } from './subscribe.js';
import { UpdateMergeRequest } from './update.js';

@Module({
  imports: [
    MergeRequestsCoreModule,
    MergeRequestsStoresModule,
    VersionsModule,
    MergeabilityModule,
    QuickActionsModule,
    MergeRequestChangesModule,
    MergeRequestFactsModule,
  ],
  controllers: [
    MergeRequestsController,
    MergeRequestListsController,
    CommitMergeRequestsController,
    IssueMergeRequestsController,
    MilestoneMergeRequestsController,
  ],
  providers: [
    MergeRequestListFacts,
    CommitMergeRequestsFacts,
    IssueMergeRequestsFacts,
    MilestoneFacts,
    OpeningFacts,
    CreateMergeRequest,
    UpdateMergeRequest,
    DeleteMergeRequest,
    SubscribeToMergeRequest,
  ],
  exports: [
    MergeRequestChangesModule,
    MergeRequestFactsModule,
    MergeRequestListFacts,
    CreateMergeRequest,
    UpdateMergeRequest,
    SubscribeToMergeRequest,
  ],
})
export class MergeRequestModule {}

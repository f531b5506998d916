import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { VersionsModule } from '../diffs/versions.module.js';
import { MergeRequestChangesModule } from '../merge-requests/merge-request-changes.module.js';
import { MergeRequestFactsModule } from '../merge-requests/merge-request-facts.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { AcceptForNote } from './accept-for-note.js';
import { AcceptMergeRequest } from './accept.js';
import { CancelAutoMerge } from './cancel-auto-merge.js';
import { CheckListed } from '../mergeability/check-listed.js';
import { CleanUpAfterMerge } from './clean-up.js';
import { ClosingFacts } from './closing.facts.js';
import { MergeWhenPipelineSucceeded } from './merge-when-succeeded.js';
import { MergeMergeRequest } from './merge.js';
import { MergeabilityModule } from '../mergeability/mergeability.module.js';
import { MergesController } from './merges.controller.js';
import { PreparedFacts } from './prepared.facts.js';
import { RetryAutoMerge } from './retry-auto-merge.js';
import { SetAutoMerge } from './set-auto-merge.js';
import { SquashFacts } from './squash.facts.js';
import { UpdateMergeRef } from './update-merge-ref.js';

@Module({
  imports: [
    MergeRequestsCoreModule,
    MergeRequestsStoresModule,
    VersionsModule,
    MergeRequestChangesModule,
    MergeRequestFactsModule,
    MergeabilityModule,
  ],
  controllers: [MergesController],
  providers: [
    PreparedFacts,
    SquashFacts,
    ClosingFacts,
    MergeMergeRequest,
    CleanUpAfterMerge,
    AcceptMergeRequest,
    SetAutoMerge,
    RetryAutoMerge,
    CancelAutoMerge,
    MergeWhenPipelineSucceeded,
    AcceptForNote,
    CheckListed,
    UpdateMergeRef,
  ],
  exports: [
    MergeabilityModule,
    AcceptMergeRequest,
    CancelAutoMerge,
    ClosingFacts,
    MergeMergeRequest,
    CleanUpAfterMerge,
    RetryAutoMerge,
    SetAutoMerge,
    MergeWhenPipelineSucceeded,
    AcceptForNote,
    CheckListed,
  ],
})
export class MergesModule {}

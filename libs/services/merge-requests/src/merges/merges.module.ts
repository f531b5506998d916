import { forwardRef, Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { DiffsModule } from '../diffs/diffs.module.js';
import { MergeRequestModule } from '../merge-requests/merge-request.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { AcceptForNote } from './accept-for-note.js';
import { AcceptMergeRequest } from './accept.js';
import { CancelAutoMerge } from './cancel-auto-merge.js';
import { CandidateFacts } from './candidate.facts.js';
import { CheckListed } from './check-listed.js';
import { CheckMergeability } from './check-mergeability.js';
import { CleanUpAfterMerge } from './clean-up.js';
import { ClosingFacts } from './closing.facts.js';
import { MergeAccessFacts } from './merge-access.facts.js';
import { MergeWhenPipelineSucceeded } from './merge-when-succeeded.js';
import { MergeMergeRequest } from './merge.js';
import { MergesController } from './merges.controller.js';
import { PreparedFacts } from './prepared.facts.js';
import { SetAutoMerge } from './set-auto-merge.js';

@Module({
  imports: [
    MergeRequestsCoreModule,
    MergeRequestsStoresModule,
    forwardRef(() => DiffsModule),
    forwardRef(() => MergeRequestModule),
  ],
  controllers: [MergesController],
  providers: [
    CandidateFacts,
    PreparedFacts,
    ClosingFacts,
    CheckMergeability,
    MergeAccessFacts,
    MergeMergeRequest,
    CleanUpAfterMerge,
    AcceptMergeRequest,
    SetAutoMerge,
    CancelAutoMerge,
    MergeWhenPipelineSucceeded,
    AcceptForNote,
    CheckListed,
  ],
  exports: [
    CheckMergeability,
    ClosingFacts,
    MergeAccessFacts,
    CandidateFacts,
    MergeMergeRequest,
    CleanUpAfterMerge,
    MergeWhenPipelineSucceeded,
    AcceptForNote,
    CheckListed,
  ],
})
export class MergesModule {}

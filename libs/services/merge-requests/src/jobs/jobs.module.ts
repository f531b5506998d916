import { Module } from '@nestjs/common';
import { BranchesModule } from '../branches/branches.module.js';
import { ContributionsModule } from '../contributions/contributions.module.js';
import { MergeRequestsCoreModule } from '../core.module.js';
import { DiffsModule } from '../diffs/diffs.module.js';
import { MergesModule } from '../merges/merges.module.js';
import { CheckMergeRequestsWorker } from './check-merge-requests.js';
import { FollowMovedBranchWorker } from './follow-moved-branch.js';
import {
  AcceptByQuickActionWorker,
  CleanUpMergeWorker,
  MergeWhenSucceededWorker,
  ResumeMergeWorker,
} from './merge-workers.js';
import {
  ClearAssigneesWorker,
  CloseMergeRequestsOfForkWorker,
  RemoveProjectWorker,
  RemoveUserWorker,
} from './removal-jobs.js';
import { SyncMergeRequestWorker } from './sync-merge-request.js';

@Module({
  imports: [MergeRequestsCoreModule, BranchesModule, ContributionsModule, DiffsModule, MergesModule],
  providers: [
    SyncMergeRequestWorker,
    ResumeMergeWorker,
    CleanUpMergeWorker,
    MergeWhenSucceededWorker,
    AcceptByQuickActionWorker,
    FollowMovedBranchWorker,
    CheckMergeRequestsWorker,
    CloseMergeRequestsOfForkWorker,
    RemoveUserWorker,
    RemoveProjectWorker,
    ClearAssigneesWorker,
  ],
})
export class JobsModule {}

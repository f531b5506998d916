import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { DiffsModule } from '../diffs/diffs.module.js';
import { MergesModule } from '../merges/merges.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { FollowBranch } from './follow-branch.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, DiffsModule, MergesModule],
  providers: [FollowBranch],
  exports: [FollowBranch],
})
export class BranchesModule {}

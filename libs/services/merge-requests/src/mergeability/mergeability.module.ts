import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { VersionsModule } from '../diffs/versions.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { CandidateFacts } from './candidate.facts.js';
import { CheckMergeability } from './check-mergeability.js';
import { HeadPipelinesFacts } from './head-pipelines.facts.js';
import { MergeAccessFacts } from './merge-access.facts.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, VersionsModule],
  providers: [CandidateFacts, MergeAccessFacts, HeadPipelinesFacts, CheckMergeability],
  exports: [CandidateFacts, MergeAccessFacts, HeadPipelinesFacts, CheckMergeability],
})
export class MergeabilityModule {}

import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { CollaborationsModule } from '../collaborations/collaborations.module.js';
import { VersionsModule } from '../diffs/versions.module.js';
import { MergeabilityModule } from '../mergeability/mergeability.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { BranchesFacts } from './branches.facts.js';
import { MergeRequestChangesModule } from './merge-request-changes.module.js';
import { MergeRequestFacts } from './merge-request.facts.js';

@Module({
  imports: [
    MergeRequestsCoreModule,
    MergeRequestsStoresModule,
    MergeRequestChangesModule,
    VersionsModule,
    MergeabilityModule,
    CollaborationsModule,
  ],
  providers: [MergeRequestFacts, BranchesFacts],
  exports: [MergeRequestFacts, BranchesFacts],
})
export class MergeRequestFactsModule {}

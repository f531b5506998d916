import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { CollaborationsModule } from '../collaborations/collaborations.module.js';
import { VersionsModule } from '../diffs/versions.module.js';
import { MergeRequestChangesModule } from '../merge-requests/merge-request-changes.module.js';
import { MergeRequestFactsModule } from '../merge-requests/merge-request-facts.module.js';
import { MergeabilityModule } from '../mergeability/mergeability.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { CarryOutRebase } from './carry-out-rebase.js';
import { RebaseMergeRequest } from './rebase.js';
import { RebasesController } from './rebases.controller.js';

@Module({
  imports: [
    MergeRequestsCoreModule,
    MergeRequestsStoresModule,
    MergeRequestChangesModule,
    MergeRequestFactsModule,
    MergeabilityModule,
    CollaborationsModule,
    VersionsModule,
  ],
  controllers: [RebasesController],
  providers: [RebaseMergeRequest, CarryOutRebase],
  exports: [RebaseMergeRequest],
})
export class RebasesModule {}

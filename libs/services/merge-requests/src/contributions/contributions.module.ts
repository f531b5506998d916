import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { MergeRequestModule } from '../merge-requests/merge-request.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { CloseUnlinked } from './close-unlinked.js';
import { RemoveContributions } from './remove.js';
import { UnassignFormerReaders } from './unassign.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, MergeRequestModule],
  providers: [RemoveContributions, UnassignFormerReaders, CloseUnlinked],
  exports: [CloseUnlinked, RemoveContributions, UnassignFormerReaders],
})
export class ContributionsModule {}

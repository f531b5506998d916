import { Module } from '@nestjs/common';
import { MergeRequestsCoreModule } from '../core.module.js';
import { MergeRequestChangesModule } from '../merge-requests/merge-request-changes.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { CollaborationsFacts } from './collaborations.facts.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, MergeRequestChangesModule],
  providers: [CollaborationsFacts],
  exports: [CollaborationsFacts],
})
export class CollaborationsModule {}

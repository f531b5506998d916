import { Module } from '@nestjs/common';
import { ResourceEventFacts, ResourceEvents } from '@hearth/issuable';
import { MergeRequestsCoreModule } from '../core.module.js';
import { MergeRequestChangesModule } from '../merge-requests/merge-request-changes.module.js';
import { MergeRequestFactsModule } from '../merge-requests/merge-request-facts.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { MergeRequestResourceEvents } from './merge-request-resource-events.js';
import { MergeRequestResourceEventsController } from './resource-events.controller.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, MergeRequestChangesModule, MergeRequestFactsModule],
  controllers: [MergeRequestResourceEventsController],
  providers: [ResourceEventFacts, { provide: ResourceEvents, useClass: MergeRequestResourceEvents }],
})
export class ResourceEventsModule {}

import { Module } from '@nestjs/common';
import { ResourceEventFacts, ResourceEvents } from '@hearth/issuable';
import { ProjectsCoreModule } from '../core.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { IssueResourceEvents } from './issue-resource-events.js';
import { IssueResourceEventsController } from './resource-events.controller.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, IssuesModule],
  controllers: [IssueResourceEventsController],
  providers: [ResourceEventFacts, { provide: ResourceEvents, useClass: IssueResourceEvents }],
})
export class ResourceEventsModule {}

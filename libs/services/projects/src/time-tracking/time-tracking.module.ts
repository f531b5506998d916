import { Module } from '@nestjs/common';
import { TimeTracking } from '@hearth/issuable';
import { ProjectsCoreModule } from '../core.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { IssueTimeTracking } from './issue-time-tracking.js';
import { IssueTimeTrackingController } from './time-tracking.controller.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, IssuesModule],
  controllers: [IssueTimeTrackingController],
  providers: [{ provide: TimeTracking, useClass: IssueTimeTracking }],
})
export class TimeTrackingModule {}

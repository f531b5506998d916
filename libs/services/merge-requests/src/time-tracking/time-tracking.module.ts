import { Module } from '@nestjs/common';
import { TimeTracking } from '@hearth/issuable';
import { MergeRequestsCoreModule } from '../core.module.js';
import { MergeRequestChangesModule } from '../merge-requests/merge-request-changes.module.js';
import { MergeRequestFactsModule } from '../merge-requests/merge-request-facts.module.js';
import { MergeRequestsStoresModule } from '../stores.module.js';
import { MergeRequestTimeTracking } from './merge-request-time-tracking.js';
import { MergeRequestTimeTrackingController } from './time-tracking.controller.js';

@Module({
  imports: [MergeRequestsCoreModule, MergeRequestsStoresModule, MergeRequestChangesModule, MergeRequestFactsModule],
  controllers: [MergeRequestTimeTrackingController],
  providers: [{ provide: TimeTracking, useClass: MergeRequestTimeTracking }],
})
export class TimeTrackingModule {}

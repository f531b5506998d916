import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { ActivityController } from './activity.controller.js';
import { ActivityFacts } from './activity.facts.js';
import { RecordPush } from './record-push.js';
import { TrimActivities } from './trim.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  controllers: [ActivityController],
  providers: [ActivityFacts, RecordPush, TrimActivities],
  exports: [ActivityFacts],
})
export class ActivityModule {}

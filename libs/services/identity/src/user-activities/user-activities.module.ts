import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { UserActivitiesController } from './user-activities.controller.js';
import { UserActivityFacts } from './user-activity.facts.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule],
  controllers: [UserActivitiesController],
  providers: [UserActivityFacts],
})
export class UserActivitiesModule {}

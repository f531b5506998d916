import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { UserMembershipsController } from './user-memberships.controller.js';
import { UserMembershipsFacts } from './user-memberships.facts.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  controllers: [UserMembershipsController],
  providers: [UserMembershipsFacts],
})
export class UserMembershipsModule {}

import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { AddMember } from './add.js';
import { AddBotMember } from './add-bot.js';
import { MemberFacts } from './member.facts.js';
import { GroupMembersController, ProjectMembersController } from './members.controller.js';
import { ProjectUsersController } from './project-users.controller.js';
import { RemoveMember } from './remove.js';
import { SetGroupMemberships } from './set-group-memberships.js';
import { UpdateMember } from './update.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  controllers: [ProjectMembersController, GroupMembersController, ProjectUsersController],
  providers: [MemberFacts, AddMember, AddBotMember, UpdateMember, RemoveMember, SetGroupMemberships],
  exports: [MemberFacts, AddMember, AddBotMember, UpdateMember, RemoveMember, SetGroupMemberships],
})
export class MembersModule {}

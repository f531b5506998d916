import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { InvitedGroupFacts } from './invited-group.facts.js';
import { InvitedGroupsController } from './invited-groups.controller.js';
import { ShareProject } from './share.js';
import { SharingController } from './sharing.controller.js';
import { UnshareProject } from './unshare.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule],
  controllers: [SharingController, InvitedGroupsController],
  providers: [InvitedGroupFacts, ShareProject, UnshareProject],
  exports: [ShareProject, UnshareProject],
})
export class SharingModule {}

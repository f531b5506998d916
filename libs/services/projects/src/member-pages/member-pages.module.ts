import { Module } from '@nestjs/common';
import { AccessRequestsModule } from '../access-requests/access-requests.module.js';
import { ProjectsCoreModule } from '../core.module.js';
import { MembersModule } from '../members/members.module.js';
import { ProjectModule } from '../projects/project.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { SharingModule } from '../sharing/sharing.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { TransfersModule } from '../transfers/transfers.module.js';
import {
  GroupAccessRequestFormsController,
  ProjectAccessRequestFormsController,
} from './access-request-forms.controller.js';
import { MemberPageFacts } from './member-page.facts.js';
import { MemberPage } from './member-page.js';
import { GroupMemberPagesController, ProjectMemberPagesController } from './member-pages.controller.js';
import { ShareFormsController } from './share-forms.controller.js';

/** Pages of the members of projects and groups. */
@Module({
  imports: [
    ProjectsCoreModule,
    ProjectsStoresModule,
    RenderingModule,
    MembersModule,
    AccessRequestsModule,
    SharingModule,
    ProjectModule,
    TransfersModule,
  ],
  controllers: [
    ProjectMemberPagesController,
    GroupMemberPagesController,
    ProjectAccessRequestFormsController,
    GroupAccessRequestFormsController,
    ShareFormsController,
  ],
  providers: [MemberPageFacts, MemberPage],
})
export class MemberPagesModule {}

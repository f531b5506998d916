import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { MembersModule } from '../members/members.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { GroupAccessRequestsController, ProjectAccessRequestsController } from './access-requests.controller.js';
import { ApproveRequest } from './approve.js';
import { DenyRequest } from './deny.js';
import { RequestAccess } from './request.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, MembersModule],
  controllers: [ProjectAccessRequestsController, GroupAccessRequestsController],
  providers: [RequestAccess, ApproveRequest, DenyRequest],
  exports: [RequestAccess, ApproveRequest, DenyRequest],
})
export class AccessRequestsModule {}

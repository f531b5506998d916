import { Module } from '@nestjs/common';
import { ApplicationStatisticsModule } from '../application-statistics/application-statistics.module.js';
import { ProjectsCoreModule } from '../core.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { RenderingModule } from '../pages/rendering.module.js';
import { ProjectModule } from '../projects/project.module.js';
import { AdminPagesController } from './admin-pages.controller.js';
import { ServicePageController } from './service-page.controller.js';

/** Pages of admins about projects, groups and the numbers of records. */
@Module({
  imports: [ProjectsCoreModule, RenderingModule, ApplicationStatisticsModule, GroupsModule, ProjectModule],
  controllers: [AdminPagesController, ServicePageController],
})
export class AdminPagesModule {}

import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { ProjectModule } from '../projects/project.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { OverviewController } from './overview.controller.js';
import { OverviewFacts } from './overview.facts.js';
import { RenderingModule } from './rendering.module.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, GroupsModule, ProjectModule, RenderingModule],
  controllers: [OverviewController],
  providers: [OverviewFacts],
  exports: [OverviewFacts],
})
export class ProjectsPagesModule {}

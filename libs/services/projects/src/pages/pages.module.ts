import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { ProjectModule } from '../projects/project.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { OverviewController } from './overview.controller.js';
import { OverviewFacts } from './overview.facts.js';
import { PageRenderer } from './page-renderer.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, GroupsModule, ProjectModule],
  controllers: [OverviewController],
  providers: [OverviewFacts, PageRenderer],
  exports: [OverviewFacts],
})
export class ProjectsPagesModule {}

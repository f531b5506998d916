import { Module } from '@nestjs/common';
import { RichTextModule } from '@hearth/pages';
import { ProjectsCoreModule } from '../core.module.js';
import { GroupsModule } from '../groups/groups.module.js';
import { ProjectModule } from '../projects/project.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { OverviewController } from './overview.controller.js';
import { OverviewFacts } from './overview.facts.js';
import { DefaultBranchFacts } from './default-branch.facts.js';
import { ReadmeFacts } from './readme.facts.js';
import { RenderingModule } from './rendering.module.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, GroupsModule, ProjectModule, RenderingModule, RichTextModule],
  controllers: [OverviewController],
  providers: [OverviewFacts, DefaultBranchFacts, ReadmeFacts],
  exports: [OverviewFacts],
})
export class ProjectsPagesModule {}

import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { MentionsModule } from '../cross-references/mentions.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { ProjectModule } from '../projects/project.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { CopyIssue } from './copy.js';
import { MoveIssue } from './move.js';
import { MovedIssuesController } from './moved-issues.controller.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, MentionsModule, IssuesModule, ProjectModule],
  controllers: [MovedIssuesController],
  providers: [CopyIssue, MoveIssue],
})
export class MovedIssuesModule {}

import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { IssuesModule } from '../issues/issues.module.js';
import { ProjectModule } from '../projects/project.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { CreateIssueLink } from './create.js';
import { DeleteIssueLink } from './delete.js';
import { IssueLinkFacts } from './issue-link.facts.js';
import { IssueLinksController } from './issue-links.controller.js';
import { LinkEnds } from './link-ends.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, IssuesModule, ProjectModule],
  controllers: [IssueLinksController],
  providers: [IssueLinkFacts, LinkEnds, CreateIssueLink, DeleteIssueLink],
})
export class IssueLinksModule {}

import { Module } from '@nestjs/common';
import { ProjectsCoreModule } from '../core.module.js';
import { MentionsModule } from '../cross-references/mentions.module.js';
import { MilestonesModule } from '../milestones/milestones.module.js';
import { ProjectsStoresModule } from '../stores.module.js';
import { ClosedIssuesFacts } from './closed-issues.facts.js';
import { CreateIssue } from './create.js';
import { DeleteIssue } from './delete.js';
import { IssueChoices } from './issue-choices.js';
import { IssueEvents } from './issue-events.js';
import { IssueListsController } from './issue-lists.controller.js';
import { IssueFacts } from './issue.facts.js';
import { IssuesController } from './issues.controller.js';
import { IssueQuickActions } from './quick-actions.js';
import { SubscribeToIssue } from './subscribe.js';
import { UpdateIssue } from './update.js';

@Module({
  imports: [ProjectsCoreModule, ProjectsStoresModule, MentionsModule, MilestonesModule],
  controllers: [IssuesController, IssueListsController],
  providers: [
    IssueFacts,
    ClosedIssuesFacts,
    IssueChoices,
    IssueEvents,
    CreateIssue,
    IssueQuickActions,
    UpdateIssue,
    DeleteIssue,
    SubscribeToIssue,
  ],
  exports: [IssueFacts, CreateIssue, UpdateIssue, IssueEvents],
})
export class IssuesModule {}

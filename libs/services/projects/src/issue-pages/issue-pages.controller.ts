import { Controller } from '@nestjs/common';
import { may } from '@hearth/access';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { milestoneFilter } from '@hearth/issuable';
import { pageOf } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { projectsCaller } from '../access/projects-caller.js';
import { IssueFacts } from '../issues/issue.facts.js';
import { issueCaller } from '../issues/issue.rules.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { IssueNotFound } from '../refusals.js';
import { presentIssueListPage } from './issue-list-page.view.js';
import { IssueListPageParams, ShowIssueParams, noticeOf } from './issue-page.params.js';
import { IssuePage } from './issue-page.js';

/** Pages of the issues of a project, and of one. */
@Controller()
export class IssuePagesController {
  constructor(
    private readonly issueFacts: IssueFacts,
    private readonly issuePage: IssuePage,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/issues', {
    summary: 'Show the issues of a project',
    can: abilities.readIssue,
    params: IssueListPageParams,
    returns: returns.html,
  })
  async list(@Call() call: CallOf<typeof IssueListPageParams>) {
    const { params, project, user } = call;
    const { state = 'opened', search, author, assignee, label, milestone } = params;
    const filters = {
      ...({ orderBy: 'created_at', sort: 'desc', withLabelDetails: true } as const),
      ...(state !== 'all' && { state }),
      ...(search && { search }),
      ...(label !== undefined && { labels: [label] }),
      ...(milestone !== undefined && { milestone: milestoneFilter(milestone) }),
    };
    const users = { ...(author !== undefined && { author }), ...(assignee !== undefined && { assignees: [assignee] }) };
    const scope = { of: 'project', projectId: project.project.id, ...issueCaller(user, project) } as const;
    const named = await this.issueFacts.withUsers(filters, users);
    const page = await this.issueFacts.page(projectsCaller(user), scope, named, pageOf(params.page));
    const values = { search: search?.text ?? '', author, assignee, label, milestone };
    const canOpen = may(abilities.createIssue, project, user);
    return this.pages.page(call, 'issue-list', presentIssueListPage(project, page, state, values, canOpen));
  }

  @Endpoint.get('/-/project/:id/issues/:iid', {
    summary: 'Show an issue with its comments',
    can: abilities.readIssue,
    params: ShowIssueParams,
    returns: returns.html,
    refuses: [IssueNotFound],
  })
  show(@Call() call: CallOf<typeof ShowIssueParams>) {
    return this.issuePage.show(call, { notice: noticeOf(call.params.done) });
  }
}

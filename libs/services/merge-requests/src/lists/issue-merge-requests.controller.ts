import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MergeRequestView } from '@hearth/merge-requests-contracts';
import { presentMergeRequest } from '../merge-requests/merge-request.view.js';
import { IssueNotFound } from '../refusals.js';
import { IssueMergeRequestsFacts } from './issue-merge-requests.facts.js';
import { IssueMergeRequestsParams } from './issue-merge-requests.params.js';

type IssueCall = CallOf<typeof IssueMergeRequestsParams>;

/** Merge requests that have to do with an issue. */
@Controller()
export class IssueMergeRequestsController {
  constructor(private readonly issueMergeRequestsFacts: IssueMergeRequestsFacts) {}

  @Endpoint.get('/projects/:id/issues/:issue_iid/related_merge_requests', {
    summary: 'List the merge requests that mention an issue',
    can: abilities.listMergeRequests,
    params: IssueMergeRequestsParams,
    returns: returns.page(MergeRequestView),
    refuses: [IssueNotFound],
  })
  async related(@Call() { params, project, user, caller }: IssueCall): Promise<Page<MergeRequestView>> {
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.issueMergeRequestsFacts.related(project, params.issue_iid, user, request);
    return page.map((fact) => presentMergeRequest(fact, caller.baseUrl, project.project));
  }

  @Endpoint.get('/projects/:id/issues/:issue_iid/closed_by', {
    summary: 'List the merge requests that close an issue when they are merged',
    can: abilities.listMergeRequests,
    params: IssueMergeRequestsParams,
    returns: returns.page(MergeRequestView),
    refuses: [IssueNotFound],
  })
  async closing(@Call() { params, project, user, caller }: IssueCall): Promise<Page<MergeRequestView>> {
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.issueMergeRequestsFacts.closing(project, params.issue_iid, user, request);
    return page.map((fact) => presentMergeRequest(fact, caller.baseUrl, project.project));
  }
}

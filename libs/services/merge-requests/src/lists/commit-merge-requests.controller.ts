import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, v4, type CallOf, type Page } from '@hearth/http';
import { CommitMissing } from '@hearth/repository-contracts';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { MergeRequestView } from '@hearth/merge-requests-contracts';
import { presentMergeRequest } from '../merge-requests/merge-request.view.js';
import { CommitMergeRequestsFacts } from './commit-merge-requests.facts.js';

const CommitMergeRequestsParams = z.object({
  id: v4.project(),
  sha: v4.text({ most: 1_024 }).describe('Id of the commit, or a branch or tag'),
  ...v4.page,
});

@Controller()
export class CommitMergeRequestsController {
  constructor(private readonly commitMergeRequestsFacts: CommitMergeRequestsFacts) {}

  @Endpoint.get('/projects/:id/repository/commits/:sha/merge_requests', {
    summary: 'List the merge requests with a commit',
    can: abilities.listMergeRequests,
    jobTokens: true,
    params: CommitMergeRequestsParams,
    returns: returns.page(MergeRequestView),
    refuses: [CommitMissing],
    costly: true,
  })
  async list(@Call() call: CallOf<typeof CommitMergeRequestsParams>): Promise<Page<MergeRequestView>> {
    const { params, project, caller } = call;
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.commitMergeRequestsFacts.page(project, caller.principal, params.sha, request);
    return page.map((fact) => presentMergeRequest(fact, caller.baseUrl));
  }
}

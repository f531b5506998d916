import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { PagedParams } from '../pages/page.params.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { SourcedMergeRequestFacts } from '../pages/sourced-merge-request.facts.js';
import { MergeRequestNotFound } from '../refusals.js';
import { presentCommitsPage } from './commits-page.view.js';
import { DiffFacts } from './diff.facts.js';

/** Page of the commits of merge requests. */
@Controller()
export class CommitsPageController {
  constructor(
    private readonly diffFacts: DiffFacts,
    private readonly sourcedMergeRequestFacts: SourcedMergeRequestFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/merge_requests/:iid/commits', {
    summary: 'Show the commits of a merge request',
    can: abilities.readMergeRequest,
    params: PagedParams,
    returns: returns.html,
    refuses: [MergeRequestNotFound],
  })
  async commits(@Call() call: CallOf<typeof PagedParams>) {
    const { params, project, user } = call;
    const [sourced, page] = await Promise.all([
      this.sourcedMergeRequestFacts.of(project, params.iid, user),
      this.diffFacts.commits(project, params.iid, user, pageOf(params.page)),
    ]);
    return this.pages.page(call, 'merge-request-commits', presentCommitsPage(sourced, page, project));
  }
}

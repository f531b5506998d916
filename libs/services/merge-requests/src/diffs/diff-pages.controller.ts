import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { PagedParams } from '../pages/page.params.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { SourcedMergeRequestFacts } from '../pages/sourced-merge-request.facts.js';
import { MergeRequestNotFound } from '../refusals.js';
import { DiffFacts } from './diff.facts.js';
import { DiffPageFacts } from './diff-page.facts.js';
import { presentCommitsPage, presentDiffPage } from './diff-page.view.js';

/** Pages of the commits and changed files of merge requests. */
@Controller()
export class DiffPagesController {
  constructor(
    private readonly diffFacts: DiffFacts,
    private readonly diffPageFacts: DiffPageFacts,
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

  @Endpoint.get('/-/project/:id/merge_requests/:iid/diffs', {
    summary: 'Show the files that a merge request changes',
    can: abilities.readMergeRequest,
    params: PagedParams,
    returns: returns.html,
    refuses: [MergeRequestNotFound],
  })
  async diffs(@Call() call: CallOf<typeof PagedParams>) {
    const { params, project, user } = call;
    const sourced = await this.sourcedMergeRequestFacts.of(project, params.iid, user);
    const fact = await this.diffPageFacts.of(sourced, project, user, pageOf(params.page));
    return this.pages.page(call, 'merge-request-diffs', presentDiffPage(fact, project));
  }
}

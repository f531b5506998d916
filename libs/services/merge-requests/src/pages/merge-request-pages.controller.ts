import { Controller } from '@nestjs/common';
import { may } from '@hearth/access';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { MergeRequestListFacts } from '../lists/list.facts.js';
import { MergeRequestNotFound } from '../refusals.js';
import { presentListPage } from './list-page.view.js';
import { MergeRequestPage } from './merge-request-page.js';
import { ListPageParams, ShowParams, noticeOf } from './page.params.js';
import { PageRenderer } from './page-renderer.js';

/** Pages of the merge requests of a project, and of one. */
@Controller()
export class MergeRequestPagesController {
  constructor(
    private readonly mergeRequestListFacts: MergeRequestListFacts,
    private readonly mergeRequestPage: MergeRequestPage,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/merge_requests', {
    summary: 'Show the merge requests of a project',
    can: abilities.listMergeRequests,
    params: ListPageParams,
    returns: returns.html,
  })
  async list(@Call() call: CallOf<typeof ListPageParams>) {
    const { params, project, user } = call;
    const { state = 'opened', search, author, label } = params;
    const filters = {
      ...({ orderBy: 'created_at', sort: 'desc' } as const),
      ...(state !== 'all' && { state }),
      ...(search && { search }),
      ...(label !== undefined && { labels: [label] }),
    };
    const users = author === undefined ? {} : { author };
    const page = await this.mergeRequestListFacts.ofProject(project, user, { filters, users }, pageOf(params.page));
    const values = { search: search?.text ?? '', author: author ?? '', label: label ?? '' };
    const canOpen = may(abilities.createMergeRequest, project, user);
    return this.pages.page(call, 'merge-request-list', presentListPage(project, page, state, values, canOpen));
  }

  @Endpoint.get('/-/project/:id/merge_requests/:iid', {
    summary: 'Show a merge request with its threads',
    can: abilities.readMergeRequest,
    params: ShowParams,
    returns: returns.html,
    refuses: [MergeRequestNotFound],
  })
  show(@Call() call: CallOf<typeof ShowParams>) {
    return this.mergeRequestPage.show(call, { notice: noticeOf(call.params.done) });
  }
}

import { Controller } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import { Call, Endpoint, returns, v4, type CallOf } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { z } from 'zod';
import { MergeRequestListFacts } from '../lists/list.facts.js';
import type { MergeRequestFilters } from '../lists/list.rules.js';
import { LIST_STATES } from '../pages/page.params.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { presentOwnMergeRequests, type OwnScope } from './own-merge-requests.view.js';

const OwnMergeRequestsParams = z.object({
  scope: v4.optional(v4.oneOf(['assigned', 'reviews', 'created', 'all'])).catch(undefined),
  state: v4.optional(v4.oneOf(LIST_STATES)).catch(undefined),
  search: v4.search(),
  page: v4.page.page,
});

const SCOPES: Readonly<Record<OwnScope, (userId: UserId) => Partial<MergeRequestFilters>>> = {
  assigned: (assigneeId) => ({ assigneeId }),
  reviews: (reviewerId) => ({ reviewerId }),
  created: (authorId) => ({ authorId }),
  all: () => ({}),
};

/** Page of the caller's merge requests. */
@Controller()
export class OwnMergeRequestsController {
  constructor(
    private readonly mergeRequestListFacts: MergeRequestListFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/dashboard/merge_requests', {
    summary: "Show one's merge requests",
    params: OwnMergeRequestsParams,
    returns: returns.html,
  })
  async list(@Call() call: CallOf<typeof OwnMergeRequestsParams>) {
    const { params, user } = call;
    const { scope = 'assigned', state = 'opened', search } = params;
    const filters = {
      ...({ orderBy: 'updated_at', sort: 'desc' } as const),
      ...(state !== 'all' && { state }),
      ...(search && { search }),
      ...SCOPES[scope](user.userId),
    };
    const page = await this.mergeRequestListFacts.everywhere(user, { filters, users: {} }, pageOf(params.page));
    const data = presentOwnMergeRequests(page, { scope, state, search: search?.text ?? '' });
    return this.pages.page(call, 'own-merge-requests', data);
  }
}

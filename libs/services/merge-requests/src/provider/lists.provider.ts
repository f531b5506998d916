import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { CountMergeRequestsQuery, SearchMergeRequestsQuery } from '@hearth/merge-requests-contracts';
import { Database } from '@hearth/data';
import { readSearch, type Page } from '@hearth/http';
import { MergeRequestListFacts } from '../lists/list.facts.js';
import { MergeRequestCountsStore } from '../merge-requests/merge-request-counts.store.js';
import type { MergeRequestFact } from '../merge-requests/merge-request.facts.js';
import { presentMergeRequest } from '../merge-requests/merge-request.view.js';

/** Answers what other services ask of all merge requests. */
@Controller()
export class ListsProvider {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestCountsStore: MergeRequestCountsStore,
    private readonly mergeRequestListFacts: MergeRequestListFacts,
  ) {}

  @Answers(CountMergeRequestsQuery)
  count(): Promise<OutputOf<typeof CountMergeRequestsQuery>> {
    return this.mergeRequestCountsStore.counts(this.db);
  }

  @Answers(SearchMergeRequestsQuery)
  async search(asked: InputOf<typeof SearchMergeRequestsQuery>): Promise<OutputOf<typeof SearchMergeRequestsQuery>> {
    const { items, total } = await this.found(asked);
    const mergeRequests = items.map((fact) => presentMergeRequest(fact, asked.baseUrl, asked.from));
    return { mergeRequests, total: total ?? null };
  }

  private found({
    user,
    within,
    text,
    state,
    page,
    perPage,
  }: InputOf<typeof SearchMergeRequestsQuery>): Promise<Page<MergeRequestFact>> {
    const reader = { userId: user.id, admin: user.admin, external: user.external };
    const search = readSearch(text);
    const filters = {
      ...(search && { search }),
      ...(state && { state }),
      orderBy: 'created_at',
      sort: 'desc',
    } as const;
    const asked = { filters, users: {} };
    const request = { page, perPage };
    if (!within) return this.mergeRequestListFacts.everywhere(reader, asked, request);
    return 'groupId' in within
      ? this.mergeRequestListFacts.ofGroup(within.groupId, reader, asked, request)
      : this.mergeRequestListFacts.inProject(within.projectId, reader, asked, request);
  }
}

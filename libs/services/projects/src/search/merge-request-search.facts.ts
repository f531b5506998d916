import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { Page, type PageRequest } from '@hearth/http';
import { SearchMergeRequestsQuery, type MergeRequestView } from '@hearth/merge-requests-contracts';
import { accessUser } from '../access/projects-caller.js';
import type { MergeRequestSearch } from './search.params.js';
import type { SearchPlace } from './search.rules.js';

/** Searches of merge requests. */
@Injectable()
export class MergeRequestSearchFacts {
  constructor(private readonly calls: Calls) {}

  /**
   * Returns a page of the merge requests that the caller may read, as their lists have them, the newest first.
   * @param baseUrl scheme, host and port that the client used
   */
  async page(
    place: SearchPlace,
    search: MergeRequestSearch,
    caller: Principal,
    baseUrl: string,
    request: PageRequest,
  ): Promise<Page<MergeRequestView>> {
    const { mergeRequests, total } = await this.calls.query(SearchMergeRequestsQuery, {
      user: accessUser(caller),
      ...(place.of === 'group' && { within: { groupId: place.groupId } }),
      ...(place.of === 'project' && { within: { projectId: place.projectId } }),
      ...search,
      ...request,
      baseUrl,
      from: place.of === 'everything' ? null : { fullPath: place.fullPath },
    });
    return new Page(mergeRequests as MergeRequestView[], request, total ?? undefined);
  }
}

import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { EndpointCall, Page, PageRequest, Search } from '@hearth/http';
import type { MergeRequestView } from '@hearth/merge-requests-contracts';
import { AccessStore } from '../access/access.store.js';
import { accessUser } from '../access/projects-caller.js';
import { GroupFacts } from '../groups/group.facts.js';
import { GROUPS_BY_NAME } from '../groups/group-list.rules.js';
import type { GroupRecord } from '../groups/groups.store.js';
import { MergeRequestSearchFacts } from '../search/merge-request-search.facts.js';
import { SearchFacts, type FoundRecords } from '../search/search.facts.js';
import type { OwnScope, SearchPlace } from '../search/search.rules.js';

/** Kinds of records that are found on pages, besides those of a repository. */
export type RecordScope = OwnScope | 'groups' | 'merge_requests';

type Found =
  | FoundRecords
  | { readonly scope: 'groups'; readonly page: Page<GroupRecord> }
  | { readonly scope: 'merge_requests'; readonly page: Page<MergeRequestView> };

/** Records that were found, with the full paths of projects that do not have them in their records. */
export interface FoundOnPage {
  readonly found: Found;
  readonly paths: ReadonlyMap<ProjectId, string>;
}

/** Reads for the pages of searches. */
@Injectable()
export class SearchPageFacts {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly searchFacts: SearchFacts,
    private readonly mergeRequestSearchFacts: MergeRequestSearchFacts,
    private readonly groupFacts: GroupFacts,
  ) {}

  async find(
    place: SearchPlace,
    { scope, search }: { readonly scope: RecordScope; readonly search: Search },
    { user, caller }: Pick<EndpointCall<unknown>, 'user' | 'caller'>,
    request: PageRequest,
  ): Promise<FoundOnPage> {
    if (scope === 'groups') {
      const page = await this.groupFacts.page(user, { ...GROUPS_BY_NAME, search }, request);
      return { found: { scope, page }, paths: new Map() };
    }
    if (scope === 'merge_requests') {
      const asked = { text: search.text };
      const page = await this.mergeRequestSearchFacts.page(place, asked, user, caller.baseUrl, request);
      return { found: { scope, page }, paths: new Map() };
    }
    const found = await this.searchFacts.find(place, { scope, search, filters: {} }, user, request);
    const ids = found.scope === 'milestones' ? found.page.items.flatMap(({ projectId }) => projectId ?? []) : [];
    return { found, paths: await this.paths([...new Set(ids)], user) };
  }

  private async paths(ids: readonly ProjectId[], caller: Principal) {
    const projects = ids.map((project) => ({ id: project }));
    const known = await this.accessStore.resolve(this.db, { projects, user: accessUser(caller) });
    return new Map(known.flatMap((access) => (access ? [[access.project.id, access.project.fullPath] as const] : [])));
  }
}

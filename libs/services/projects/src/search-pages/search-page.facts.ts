import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { PageRequest, Search } from '@hearth/http';
import { AccessStore } from '../access/access.store.js';
import { accessUser } from '../access/projects-caller.js';
import { SearchFacts, type FoundRecords } from '../search/search.facts.js';
import type { OwnScope, SearchPlace } from '../search/search.rules.js';

/** Records that were found, with the full paths of projects that do not have them in their records. */
export interface FoundOnPage {
  readonly found: FoundRecords;
  readonly paths: ReadonlyMap<ProjectId, string>;
}

/** Reads for the pages of searches. */
@Injectable()
export class SearchPageFacts {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly searchFacts: SearchFacts,
  ) {}

  async find(
    place: SearchPlace,
    { scope, search }: { readonly scope: OwnScope; readonly search: Search },
    caller: Principal,
    request: PageRequest,
  ): Promise<FoundOnPage> {
    const found = await this.searchFacts.find(place, { scope, search, filters: {} }, caller, request);
    const ids = found.scope === 'milestones' ? found.page.items.flatMap(({ projectId }) => projectId ?? []) : [];
    return { found, paths: await this.paths([...new Set(ids)], caller) };
  }

  private async paths(ids: readonly ProjectId[], caller: Principal) {
    const projects = ids.map((project) => ({ id: project }));
    const known = await this.accessStore.resolve(this.db, { projects, user: accessUser(caller) });
    return new Map(known.flatMap((access) => (access ? [[access.project.id, access.project.fullPath] as const] : [])));
  }
}

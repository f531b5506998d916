import { Controller, Injectable, type Type } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { CodeSearchBusy, presentCommit } from '@hearth/repository-contracts';
import type { z } from 'zod';
import { abilities } from '../abilities.js';
import { presentFoundBlob } from './found-blob.view.js';
import { MergeRequestSearchFacts } from './merge-request-search.facts.js';
import { RepositorySearchFacts } from './repository-search.facts.js';
import { SearchFacts } from './search.facts.js';
import {
  GroupSearchParams,
  ProjectSearchParams,
  SearchParams,
  isCodeScope,
  searched,
  searchedMergeRequests,
} from './search.params.js';
import { inProject, type SearchPlace } from './search.rules.js';
import { FoundInProjectView, FoundView, presentFound } from './search.view.js';

/** Finds the records that searches of the API name. */
@Injectable()
abstract class Searches {
  constructor(
    private readonly searchFacts: SearchFacts,
    protected readonly repositorySearchFacts: RepositorySearchFacts,
    private readonly mergeRequestSearchFacts: MergeRequestSearchFacts,
  ) {}

  protected async find(
    params: z.output<typeof SearchParams>,
    { user, caller }: Pick<CallOf<typeof SearchParams>, 'user' | 'caller'>,
    place: SearchPlace,
  ): Promise<Page<FoundView>> {
    const request = { page: params.page, perPage: params.per_page };
    const { scope } = params;
    if (scope === 'merge_requests') {
      const search = searchedMergeRequests(params);
      return this.mergeRequestSearchFacts.page(place, search, user, caller.baseUrl, request);
    }
    const found = await this.searchFacts.find(place, searched({ ...params, scope }), user, request);
    return presentFound(found, caller, place.of === 'everything' ? null : place);
  }
}

/** @param path below a project or group; later releases have two for the same search, and clients of Go take the longer one */
function searchesWithin(path: '/search' | '/-/search'): Type<object> {
  @Controller()
  class SearchesWithinController extends Searches {
    @Endpoint.get(`/groups/:id${path}`, {
      summary: 'Search projects, issues, merge requests or milestones in a group and its subgroups',
      can: abilities.searchGroup,
      params: GroupSearchParams,
      returns: returns.page(FoundView),
    })
    inGroup(@Call() call: CallOf<typeof GroupSearchParams>): Promise<Page<FoundView>> {
      const { id: groupId, fullPath } = call.group.group;
      return this.find(call.params, call, { of: 'group', groupId, fullPath });
    }

    @Endpoint.get(`/projects/:id${path}`, {
      summary: 'Search issues, merge requests, milestones, commits or files of a project',
      can: abilities.searchProject,
      params: ProjectSearchParams,
      returns: returns.page(FoundInProjectView),
      refuses: [CodeSearchBusy],
    })
    async inProject(@Call() call: CallOf<typeof ProjectSearchParams>): Promise<Page<FoundInProjectView>> {
      const { project, user, params, signal } = call;
      const { scope } = params;
      if (!isCodeScope(scope)) return this.find({ ...params, scope }, call, inProject(project, user));
      const request = { page: params.page, perPage: params.per_page };
      const asked = { scope, text: params.search!.text, ref: params.ref };
      const found = await this.repositorySearchFacts.find(project, user, asked, request, signal);
      if (found.scope === 'commits') return found.page.map(presentCommit);
      return found.page.map((lines) => presentFoundBlob(lines, { projectId: project.project.id, ref: found.ref }));
    }
  }
  return SearchesWithinController;
}

export class SearchWithinController extends searchesWithin('/search') {}
export class DashedSearchWithinController extends searchesWithin('/-/search') {}

@Controller()
export class SearchController extends Searches {
  @Endpoint.get('/search', {
    summary: 'Search projects, issues, merge requests, milestones or users',
    params: SearchParams,
    returns: returns.page(FoundView),
  })
  everywhere(@Call() call: CallOf<typeof SearchParams>): Promise<Page<FoundView>> {
    return this.find(call.params, call, { of: 'everything' });
  }
}

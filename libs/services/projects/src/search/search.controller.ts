import { Controller } from '@nestjs/common';
import { may } from '@hearth/access';
import { Call, Endpoint, Page, returns, type CallOf } from '@hearth/http';
import { CodeSearchBusy, presentCommit } from '@hearth/repository-contracts';
import type { z } from 'zod';
import { abilities } from '../abilities.js';
import { issueCaller } from '../issues/issue.rules.js';
import { readFilters, type CodeScope } from './code-search.rules.js';
import { presentFoundBlob } from './found-blob.view.js';
import { RepositorySearchFacts } from './repository-search.facts.js';
import { SearchFacts } from './search.facts.js';
import { GroupSearchParams, ProjectSearchParams, SearchParams, isCodeScope, searched } from './search.params.js';
import type { SearchPlace } from './search.rules.js';
import { FoundInProjectView, FoundView, presentFound } from './search.view.js';

@Controller()
export class SearchController {
  constructor(
    private readonly searchFacts: SearchFacts,
    private readonly repositorySearchFacts: RepositorySearchFacts,
  ) {}

  @Endpoint.get('/search', {
    summary: 'Search projects, issues, milestones or users',
    params: SearchParams,
    returns: returns.page(FoundView),
  })
  everywhere(@Call() call: CallOf<typeof SearchParams>): Promise<Page<FoundView>> {
    return this.find(call.params, call, { of: 'everything' });
  }

  @Endpoint.get('/groups/:id/search', {
    summary: 'Search projects, issues or milestones in a group and its subgroups',
    can: abilities.searchGroup,
    params: GroupSearchParams,
    returns: returns.page(FoundView),
  })
  inGroup(@Call() call: CallOf<typeof GroupSearchParams>): Promise<Page<FoundView>> {
    const { id: groupId, fullPath } = call.group.group;
    return this.find(call.params, call, { of: 'group', groupId, fullPath });
  }

  @Endpoint.get('/projects/:id/search', {
    summary: 'Search issues, milestones, commits or files of a project',
    can: abilities.searchProject,
    params: ProjectSearchParams,
    returns: returns.page(FoundInProjectView),
    refuses: [CodeSearchBusy],
  })
  async inProject(@Call() call: CallOf<typeof ProjectSearchParams>): Promise<Page<FoundInProjectView>> {
    const { project, user, params } = call;
    const { scope } = params;
    if (isCodeScope(scope)) return this.findCode(call, scope);
    const { id: projectId, fullPath } = project.project;
    const reads = issueCaller(user, project).readsAll ? 'confidential' : 'open';
    const readsIssues = may(abilities.readIssue, project, user) ? reads : 'none';
    const place = { of: 'project', projectId, fullPath, readsIssues } as const;
    return this.find({ ...params, scope }, call, place);
  }

  /** Searches the repository; nothing is found by callers who may not read the code. */
  private async findCode(
    { params, project, user, signal }: CallOf<typeof ProjectSearchParams>,
    scope: CodeScope,
  ): Promise<Page<FoundInProjectView>> {
    const request = { page: params.page, perPage: params.per_page };
    if (!may(abilities.downloadCode, project, user)) return new Page<FoundInProjectView>([], request, 0);
    const { id: projectId, defaultBranch } = project.project;
    const ref = params.ref ?? defaultBranch;
    const { text } = params.search!;
    if (scope === 'commits') {
      const page = await this.repositorySearchFacts.commits({ projectId, ref, text }, request, signal);
      return page.map(presentCommit);
    }
    const page = await this.repositorySearchFacts.blobs({ projectId, ref, ...readFilters(text) }, request, signal);
    return page.map((found) => presentFoundBlob(found, { projectId, ref }));
  }

  private async find(
    params: z.output<typeof SearchParams>,
    { user, caller }: Pick<CallOf<typeof SearchParams>, 'user' | 'caller'>,
    place: SearchPlace,
  ): Promise<Page<FoundView>> {
    const request = { page: params.page, perPage: params.per_page };
    const found = await this.searchFacts.find(place, searched(params), user, request);
    return presentFound(found, caller, place.of === 'everything' ? null : place);
  }
}

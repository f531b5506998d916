import { Controller } from '@nestjs/common';
import { may } from '@hearth/access';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { issueCaller } from '../issues/issue.rules.js';
import { SearchFacts } from './search.facts.js';
import { GroupSearchParams, ProjectSearchParams, SearchParams, searched } from './search.params.js';
import type { SearchPlace } from './search.rules.js';
import { FoundView, presentFound } from './search.view.js';

@Controller()
export class SearchController {
  constructor(private readonly searchFacts: SearchFacts) {}

  @Endpoint.get('/search', {
    summary: 'Search projects, issues, milestones or users',
    params: SearchParams,
    returns: returns.page(FoundView),
  })
  everywhere(@Call() call: CallOf<typeof SearchParams>): Promise<Page<FoundView>> {
    return this.find(call, { of: 'everything' });
  }

  @Endpoint.get('/groups/:id/search', {
    summary: 'Search projects, issues or milestones in a group and its subgroups',
    can: abilities.searchGroup,
    params: GroupSearchParams,
    returns: returns.page(FoundView),
  })
  inGroup(@Call() call: CallOf<typeof GroupSearchParams>): Promise<Page<FoundView>> {
    const { id: groupId, fullPath } = call.group.group;
    return this.find(call, { of: 'group', groupId, fullPath });
  }

  @Endpoint.get('/projects/:id/search', {
    summary: 'Search issues or milestones of a project',
    can: abilities.searchProject,
    params: ProjectSearchParams,
    returns: returns.page(FoundView),
  })
  inProject(@Call() call: CallOf<typeof ProjectSearchParams>): Promise<Page<FoundView>> {
    const { project, user } = call;
    const { id: projectId, fullPath } = project.project;
    const reads = issueCaller(user, project).readsAll ? 'confidential' : 'open';
    const readsIssues = may(abilities.readIssue, project, user) ? reads : 'none';
    return this.find(call, { of: 'project', projectId, fullPath, readsIssues });
  }

  private async find(
    { params, user, caller }: Pick<CallOf<typeof SearchParams>, 'params' | 'user' | 'caller'>,
    place: SearchPlace,
  ): Promise<Page<FoundView>> {
    const request = { page: params.page, perPage: params.per_page };
    const found = await this.searchFacts.find(place, searched(params), user, request);
    return presentFound(found, caller, place.of === 'everything' ? null : place);
  }
}

import { Controller } from '@nestjs/common';
import type { Caller, Principal } from '@hearth/contract-kit';
import { Call, Endpoint, pageRequest, returns, type CallOf, type Page } from '@hearth/http';
import type { ReferenceOrigin } from '@hearth/issuable';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { MergeRequestListFacts } from './list.facts.js';
import { listedUsers, mergeRequestFilters } from './list.rules.js';
import { GroupMergeRequestsParams, ListMergeRequestsParams, ProjectMergeRequestsParams } from './list.params.js';
import type { MergeRequestFact } from '../merge-requests/merge-request.facts.js';
import { MergeRequestView, SimpleMergeRequestView } from '@hearth/merge-requests-contracts';
import { presentMergeRequest, presentSimpleMergeRequest } from '../merge-requests/merge-request.view.js';

const ListedView = z.union([MergeRequestView, SimpleMergeRequestView]);
type ListedView = z.output<typeof ListedView>;

@Controller()
export class MergeRequestListsController {
  constructor(private readonly mergeRequestListFacts: MergeRequestListFacts) {}

  @Endpoint.get('/merge_requests', {
    summary: "List merge requests of all projects: the caller's own, those assigned to them, or all",
    params: ListMergeRequestsParams,
    returns: returns.page(ListedView),
  })
  async everywhere(@Call() call: CallOf<typeof ListMergeRequestsParams>): Promise<Page<ListedView>> {
    const { params, user } = call;
    const { request, ...asked } = listOf(params, user, 'created_by_me');
    return present(call, await this.mergeRequestListFacts.everywhere(user, asked, request), null);
  }

  @Endpoint.get('/groups/:id/merge_requests', {
    summary: 'List the merge requests into the projects of a group and its subgroups',
    can: abilities.listGroupMergeRequests,
    params: GroupMergeRequestsParams,
    returns: returns.page(ListedView),
  })
  async ofGroup(@Call() call: CallOf<typeof GroupMergeRequestsParams>): Promise<Page<ListedView>> {
    const { params, user, group } = call;
    const { request, ...asked } = listOf(params, user, 'all');
    return present(call, await this.mergeRequestListFacts.ofGroup(group.group.id, user, asked, request), group.group);
  }

  @Endpoint.get('/projects/:id/merge_requests', {
    summary: 'List the merge requests into a project',
    can: abilities.listMergeRequests,
    jobTokens: true,
    params: ProjectMergeRequestsParams,
    returns: returns.page(ListedView),
  })
  async ofProject(@Call() call: CallOf<typeof ProjectMergeRequestsParams>): Promise<Page<ListedView>> {
    const { params, user, project } = call;
    const { request, ...asked } = listOf(params, user, 'all');
    return present(call, await this.mergeRequestListFacts.ofProject(project, user, asked, request), project.project);
  }
}

/** Returns the filters of a list, the users that they name, and the page. */
function listOf(
  params: z.output<typeof ListMergeRequestsParams>,
  { userId }: Pick<Principal, 'userId'>,
  scope: 'all' | 'created_by_me',
) {
  const filters = mergeRequestFilters(params, userId, scope);
  const request = pageRequest(params, { by: filters.orderBy, sort: filters.sort });
  return { filters, users: listedUsers(params), request };
}

function present(
  { params, caller }: { readonly params: { readonly view?: 'simple' | undefined }; readonly caller: Caller },
  page: Page<MergeRequestFact>,
  from: ReferenceOrigin,
): Page<ListedView> {
  return page.map((fact) =>
    params.view === 'simple'
      ? presentSimpleMergeRequest(fact, caller.baseUrl)
      : presentMergeRequest(fact, caller.baseUrl, from),
  );
}

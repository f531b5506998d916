import { Controller } from '@nestjs/common';
import type { Caller } from '@hearth/contract-kit';
import { Call, Endpoint, pageRequest, returns, type CallOf, type Page } from '@hearth/http';
import type { ReferenceOrigin } from '@hearth/issuable';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { MergeRequestListFacts } from './list.facts.js';
import { listedUsers, mergeRequestFilters } from './list.rules.js';
import { GroupMergeRequestsParams, ListMergeRequestsParams, ProjectMergeRequestsParams } from './list.params.js';
import type { MergeRequestFact } from '../merge-requests/merge-request.facts.js';
import {
  MergeRequestView,
  SimpleMergeRequestView,
  presentMergeRequest,
  presentSimpleMergeRequest,
} from '../merge-requests/merge-request.view.js';

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
    const filters = mergeRequestFilters(params, user.userId, 'created_by_me');
    const request = pageRequest(params, { by: filters.orderBy, sort: filters.sort });
    return present(
      call,
      await this.mergeRequestListFacts.everywhere(user, { filters, users: listedUsers(params) }, request),
      null,
    );
  }

  @Endpoint.get('/groups/:id/merge_requests', {
    summary: 'List the merge requests into the projects of a group and its subgroups',
    can: abilities.listGroupMergeRequests,
    params: GroupMergeRequestsParams,
    returns: returns.page(ListedView),
  })
  async ofGroup(@Call() call: CallOf<typeof GroupMergeRequestsParams>): Promise<Page<ListedView>> {
    const { params, user, group } = call;
    const filters = mergeRequestFilters(params, user.userId, 'all');
    const request = pageRequest(params, { by: filters.orderBy, sort: filters.sort });
    const asked = { filters, users: listedUsers(params) };
    return present(call, await this.mergeRequestListFacts.ofGroup(group.group.id, user, asked, request), group.group);
  }

  @Endpoint.get('/projects/:id/merge_requests', {
    summary: 'List the merge requests into a project',
    can: abilities.listMergeRequests,
    params: ProjectMergeRequestsParams,
    returns: returns.page(ListedView),
  })
  async ofProject(@Call() call: CallOf<typeof ProjectMergeRequestsParams>): Promise<Page<ListedView>> {
    const { params, user, project } = call;
    const filters = mergeRequestFilters(params, user.userId, 'all');
    const request = pageRequest(params, { by: filters.orderBy, sort: filters.sort });
    const asked = { filters, users: listedUsers(params) };
    return present(call, await this.mergeRequestListFacts.ofProject(project, user, asked, request), project.project);
  }
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

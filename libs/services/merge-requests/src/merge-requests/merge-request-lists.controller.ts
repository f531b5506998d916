import { Controller } from '@nestjs/common';
import { Call, Endpoint, pageRequest, returns, type CallOf, type Page } from '@hearth/http';
import { issuableFilters } from '@hearth/issuable';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { MergeRequestListFacts } from './list.facts.js';
import { ListMergeRequestsParams, ProjectMergeRequestsParams } from './list.params.js';
import type { MergeRequestFact } from './merge-request.facts.js';
import {
  MergeRequestView,
  SimpleMergeRequestView,
  presentMergeRequest,
  presentSimpleMergeRequest,
  type ReferenceOrigin,
} from './merge-request.view.js';

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
    const filters = issuableFilters(params, user.userId, 'created_by_me');
    const request = pageRequest(params, { by: filters.orderBy, sort: filters.sort });
    return present(call, await this.mergeRequestListFacts.everywhere(user, filters, request), null);
  }

  @Endpoint.get('/projects/:id/merge_requests', {
    summary: 'List the merge requests into a project',
    can: abilities.listMergeRequests,
    params: ProjectMergeRequestsParams,
    returns: returns.page(ListedView),
  })
  async ofProject(@Call() call: CallOf<typeof ProjectMergeRequestsParams>): Promise<Page<ListedView>> {
    const { params, user, project } = call;
    const filters = issuableFilters(params, user.userId, 'all');
    const request = pageRequest(params, { by: filters.orderBy, sort: filters.sort });
    return present(call, await this.mergeRequestListFacts.ofProject(project, user, filters, request), project.project);
  }
}

function present(
  { params, caller }: Pick<CallOf<typeof ListMergeRequestsParams>, 'params' | 'caller'>,
  page: Page<MergeRequestFact>,
  from: ReferenceOrigin,
): Page<ListedView> {
  return page.map((fact) =>
    params.view === 'simple'
      ? presentSimpleMergeRequest(fact, caller.baseUrl)
      : presentMergeRequest(fact, caller.baseUrl, from),
  );
}

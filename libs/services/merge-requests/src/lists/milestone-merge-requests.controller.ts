import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { MergeRequestView } from '@hearth/merge-requests-contracts';
import { presentMergeRequest } from '../merge-requests/merge-request.view.js';
import { MilestoneNotFound } from '../refusals.js';
import { MergeRequestListFacts } from './list.facts.js';
import { GroupMilestoneParams, ProjectMilestoneParams } from './list.params.js';
import { MilestoneFacts } from './milestone.facts.js';

/** Returns the filters of the list of a milestone: the newest first. */
const asked = (milestoneId: number) =>
  ({ filters: { milestoneId, orderBy: 'created_at', sort: 'desc' }, users: {} }) as const;

@Controller()
export class MilestoneMergeRequestsController {
  constructor(
    private readonly milestoneFacts: MilestoneFacts,
    private readonly mergeRequestListFacts: MergeRequestListFacts,
  ) {}

  @Endpoint.get('/projects/:id/milestones/:milestone_id/merge_requests', {
    summary: 'List the merge requests planned for a milestone of a project',
    can: abilities.listMergeRequests,
    params: ProjectMilestoneParams,
    returns: returns.page(MergeRequestView),
    refuses: [MilestoneNotFound],
  })
  async ofProject(@Call() call: CallOf<typeof ProjectMilestoneParams>): Promise<Page<MergeRequestView>> {
    const { params, project, user, caller } = call;
    await this.milestoneFacts.requireIn({ projectId: project.project.id }, params.milestone_id);
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.mergeRequestListFacts.ofProject(project, user, asked(params.milestone_id), request);
    return page.map((fact) => presentMergeRequest(fact, caller.baseUrl, project.project));
  }

  @Endpoint.get('/groups/:id/milestones/:milestone_id/merge_requests', {
    summary: 'List the merge requests planned for a milestone of a group',
    can: abilities.listGroupMergeRequests,
    params: GroupMilestoneParams,
    returns: returns.page(MergeRequestView),
    refuses: [MilestoneNotFound],
  })
  async ofGroup(@Call() call: CallOf<typeof GroupMilestoneParams>): Promise<Page<MergeRequestView>> {
    const { params, group, user, caller } = call;
    const { id: groupId } = group.group;
    await this.milestoneFacts.requireIn({ groupId }, params.milestone_id);
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.mergeRequestListFacts.ofGroup(groupId, user, asked(params.milestone_id), request);
    return page.map((fact) => presentMergeRequest(fact, caller.baseUrl, group.group));
  }
}

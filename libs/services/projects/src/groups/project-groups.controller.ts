import { Controller } from '@nestjs/common';
import { Call, Endpoint, pageRequest, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { GroupFacts } from './group.facts.js';
import { ProjectGroupsParams, projectGroupFilters } from './group.params.js';
import { PublicGroupView, presentPublicGroup } from './group.view.js';

@Controller()
export class ProjectGroupsController {
  constructor(private readonly groupFacts: GroupFacts) {}

  @Endpoint.get('/projects/:id/groups', {
    summary: 'List the groups that a project is in, and on request those that it is shared with',
    can: abilities.readProject,
    params: ProjectGroupsParams,
    returns: returns.page(PublicGroupView),
  })
  async list(@Call() call: CallOf<typeof ProjectGroupsParams>): Promise<Page<PublicGroupView>> {
    const { params, project, caller } = call;
    const request = pageRequest(params, { by: 'id', sort: 'desc' });
    const page = await this.groupFacts.pageOfProject(project.project.id, projectGroupFilters(params), request);
    return page.map((group) => presentPublicGroup(group, caller.baseUrl));
  }
}

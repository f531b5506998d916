import { Controller } from '@nestjs/common';
import { Call, Endpoint, GroupNotFound, ProjectNotFound, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { AllowedAlready, AllowlistFull, NotAllowed } from '../refusals.js';
import { ChangeJobTokenScope } from './change-scope.js';
import { JobTokenScopeFacts } from './job-token-scope.facts.js';
import {
  AllowGroupParams,
  AllowProjectParams,
  AllowlistParams,
  DisallowGroupParams,
  DisallowProjectParams,
  JobTokenScopeParams,
  UpdateJobTokenScopeParams,
} from './job-token-scope.params.js';
import {
  AddedGroupView,
  AddedProjectView,
  AllowedGroupView,
  AllowedProjectView,
  JobTokenScopeView,
  presentAllowedGroup,
  presentAllowedProject,
} from './job-token-scope.view.js';

const PATH = '/projects/:id/job_token_scope';
const MANAGE = { can: abilities.manageJobTokenScope } as const;

/** Access of the job tokens of other projects to a project. */
@Controller()
export class JobTokenScopesController {
  constructor(
    private readonly jobTokenScopeFacts: JobTokenScopeFacts,
    private readonly changeJobTokenScope: ChangeJobTokenScope,
  ) {}

  @Endpoint.get(PATH, {
    summary: 'Get whether allowlists limit the access of job tokens',
    ...MANAGE,
    params: JobTokenScopeParams,
    returns: returns.json(JobTokenScopeView),
  })
  async one(@Call() { project }: CallOf<typeof JobTokenScopeParams>) {
    const limited = await this.jobTokenScopeFacts.isLimited(project.project.id);
    return { inbound_enabled: limited, outbound_enabled: false as const };
  }

  @Endpoint.patch(PATH, {
    summary: 'Limit the access of job tokens to the allowlists, or lift the limit',
    ...MANAGE,
    params: UpdateJobTokenScopeParams,
    returns: returns.empty,
  })
  async update(@Call() { params, project }: CallOf<typeof UpdateJobTokenScopeParams>) {
    await this.changeJobTokenScope.limit(project.project.id, params.enabled);
  }

  @Endpoint.get(`${PATH}/allowlist`, {
    summary: 'List the projects whose jobs have access',
    ...MANAGE,
    params: AllowlistParams,
    returns: returns.page(AllowedProjectView),
  })
  async projects(@Call() { params, project, user, caller }: CallOf<typeof AllowlistParams>) {
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.jobTokenScopeFacts.projects(project.project.id, request, user);
    return page.map((each) => presentAllowedProject(each, caller.baseUrl));
  }

  @Endpoint.post(`${PATH}/allowlist`, {
    summary: 'Give the jobs of a project access',
    ...MANAGE,
    params: AllowProjectParams,
    returns: returns.json(AddedProjectView),
    refuses: [ProjectNotFound, AllowedAlready, AllowlistFull],
  })
  async allowProject(@Call() { params, project, user }: CallOf<typeof AllowProjectParams>) {
    const { id } = project.project;
    const { target_project_id: sourceId } = params;
    await this.changeJobTokenScope.allow(id, { kind: 'project', id: sourceId }, user);
    return { source_project_id: id, target_project_id: sourceId };
  }

  @Endpoint.delete(`${PATH}/allowlist/:target_project_id`, {
    summary: 'Take the access from the jobs of a project',
    ...MANAGE,
    params: DisallowProjectParams,
    returns: returns.empty,
    refuses: [NotAllowed],
  })
  async disallowProject(@Call() { params, project }: CallOf<typeof DisallowProjectParams>) {
    const source = { kind: 'project' as const, id: params.target_project_id };
    await this.changeJobTokenScope.disallow(project.project.id, source);
  }

  @Endpoint.get(`${PATH}/groups_allowlist`, {
    summary: 'List the groups whose projects’ jobs have access',
    ...MANAGE,
    params: AllowlistParams,
    returns: returns.page(AllowedGroupView),
  })
  async groups(@Call() { params, project, user, caller }: CallOf<typeof AllowlistParams>) {
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.jobTokenScopeFacts.groups(project.project.id, request, user);
    return page.map((each) => presentAllowedGroup(each, caller.baseUrl));
  }

  @Endpoint.post(`${PATH}/groups_allowlist`, {
    summary: 'Give the jobs of the projects of a group access',
    ...MANAGE,
    params: AllowGroupParams,
    returns: returns.json(AddedGroupView),
    refuses: [GroupNotFound, AllowedAlready, AllowlistFull],
  })
  async allowGroup(@Call() { params, project, user }: CallOf<typeof AllowGroupParams>) {
    const { id } = project.project;
    const { target_group_id: groupId } = params;
    await this.changeJobTokenScope.allow(id, { kind: 'group', id: groupId }, user);
    return { source_project_id: id, target_group_id: groupId };
  }

  @Endpoint.delete(`${PATH}/groups_allowlist/:target_group_id`, {
    summary: 'Take the access from the jobs of the projects of a group',
    ...MANAGE,
    params: DisallowGroupParams,
    returns: returns.empty,
    refuses: [NotAllowed],
  })
  async disallowGroup(@Call() { params, project }: CallOf<typeof DisallowGroupParams>) {
    const source = { kind: 'group' as const, id: params.target_group_id };
    await this.changeJobTokenScope.disallow(project.project.id, source);
  }
}

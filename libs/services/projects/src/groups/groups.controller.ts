import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, GroupNotFound, pageRequest, returns, type CallOf, type Page } from '@hearth/http';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { projectFilters } from '../projects/project.params.js';
import { BasicProjectView, presentSimpleProject } from '../projects/project.view.js';
import { GroupInvalid, GroupNotSaved } from '../refusals.js';
import { CreateGroup } from './create.js';
import { DeleteGroup } from './delete.js';
import { GroupFacts } from './group.facts.js';
import {
  CreateGroupParams,
  GroupParams,
  ReadGroupParams,
  GroupProjectsParams,
  ListAllGroupsParams,
  ListSubgroupsParams,
  UpdateGroupParams,
  groupChanges,
  groupFilters,
  groupProjects,
  newGroup,
} from './group.params.js';
import {
  GroupDetailView,
  GroupProjectView,
  GroupView,
  presentGroup,
  presentGroupDetail,
  presentGroupProject,
} from './group.view.js';
import { UpdateGroup } from './update.js';

const AnyGroupProjectView = z.union([GroupProjectView, BasicProjectView]);
type AnyGroupProjectView = z.output<typeof AnyGroupProjectView>;

@Controller()
export class GroupsController {
  constructor(
    private readonly groupFacts: GroupFacts,
    private readonly createGroup: CreateGroup,
    private readonly updateGroup: UpdateGroup,
    private readonly deleteGroup: DeleteGroup,
  ) {}

  @Endpoint.get('/groups', {
    summary: 'List groups: those of the caller, and with all_available everything open; admins see all',
    anonymous: 'allowed',
    params: ListAllGroupsParams,
    returns: returns.page(GroupView),
  })
  list(@Call() { params, caller }: CallOf<typeof ListAllGroupsParams>): Promise<Page<GroupView>> {
    return this.page(groupFilters(params, params.top_level_only ? { parentId: 0 } : {}), params, caller);
  }

  @Endpoint.post('/groups', {
    summary: 'Create a group, on top or in another one',
    params: CreateGroupParams,
    returns: returns.json(GroupDetailView),
    refuses: [GroupNotFound, Forbidden, GroupNotSaved],
  })
  async create(@Call() { params, user, caller }: CallOf<typeof CreateGroupParams>): Promise<GroupDetailView> {
    const group = await this.createGroup.execute(newGroup(params), user);
    return presentGroupDetail({ group, projects: [], sharedProjects: [] }, caller);
  }

  @Endpoint.get('/groups/:id', {
    summary: 'Get a group with its projects',
    can: abilities.readGroup,
    params: ReadGroupParams,
    returns: returns.json(GroupDetailView),
  })
  one(@Call() { params, group, caller }: CallOf<typeof ReadGroupParams>): Promise<GroupDetailView> {
    return this.detail(group.group.id, caller, params.with_projects);
  }

  @Endpoint.put('/groups/:id', {
    summary: 'Change a group; a new path moves everything in it',
    can: abilities.updateGroup,
    params: UpdateGroupParams,
    returns: returns.json(GroupDetailView),
    refuses: [GroupInvalid],
  })
  async update(@Call() { params, group, user, caller }: CallOf<typeof UpdateGroupParams>): Promise<GroupDetailView> {
    await this.updateGroup.execute(group.group.id, groupChanges(params), user);
    return this.detail(group.group.id, caller);
  }

  @Endpoint.delete('/groups/:id', {
    summary: 'Delete a group with its subgroups and projects',
    can: abilities.removeGroup,
    params: GroupParams,
    returns: returns.accepted,
  })
  delete(@Call() { group, user }: CallOf<typeof GroupParams>): Promise<void> {
    return this.deleteGroup.execute(group.group.id, user);
  }

  @Endpoint.get('/groups/:id/subgroups', {
    summary: 'List the groups directly in a group, as the list of groups would',
    can: abilities.readGroup,
    params: ListSubgroupsParams,
    returns: returns.page(GroupView),
  })
  subgroups(@Call() { params, group, caller }: CallOf<typeof ListSubgroupsParams>): Promise<Page<GroupView>> {
    return this.page(groupFilters(params, { parentId: group.group.id }), params, caller);
  }

  @Endpoint.get('/groups/:id/descendant_groups', {
    summary: 'List the groups in a group and in its subgroups, as the list of groups would',
    can: abilities.readGroup,
    params: ListSubgroupsParams,
    returns: returns.page(GroupView),
  })
  descendants(@Call() { params, group, caller }: CallOf<typeof ListSubgroupsParams>): Promise<Page<GroupView>> {
    return this.page(groupFilters(params, { ancestorId: group.group.id }), params, caller);
  }

  @Endpoint.get('/groups/:id/projects', {
    summary: 'List the projects in a group, and those shared with it, that the caller may see',
    can: abilities.readGroup,
    params: GroupProjectsParams,
    returns: returns.page(AnyGroupProjectView),
  })
  async projects(@Call() call: CallOf<typeof GroupProjectsParams>): Promise<Page<AnyGroupProjectView>> {
    const { params, group, caller } = call;
    const { principal } = caller;
    const filters = projectFilters(params);
    const request = pageRequest(params, { by: filters.orderBy, sort: filters.sort });
    const page = await this.groupFacts.projectsOf(
      { groupId: group.group.id, ...groupProjects(params) },
      principal,
      filters,
      request,
    );
    return page.map((project) =>
      params.simple ? presentSimpleProject(project, caller) : presentGroupProject(project, caller, principal !== null),
    );
  }

  private async page(
    filters: ReturnType<typeof groupFilters>,
    params: Parameters<typeof pageRequest>[0],
    { principal, baseUrl }: CallOf<typeof GroupParams>['caller'],
  ): Promise<Page<GroupView>> {
    const request = pageRequest(params, { by: filters.orderBy, sort: filters.sort });
    const page = await this.groupFacts.page(principal, filters, request);
    return page.map((group) => presentGroup(group, baseUrl));
  }

  private async detail(
    id: number,
    caller: CallOf<typeof GroupParams>['caller'],
    withProjects = true,
  ): Promise<GroupDetailView> {
    return presentGroupDetail(await this.groupFacts.detail(id, caller.principal, withProjects), caller);
  }
}

import { Controller } from '@nestjs/common';
import { Call, Endpoint, Page, returns, type CallOf } from '@hearth/http';
import { abilities } from '../abilities.js';
import { PublicGroupView, GroupView, presentPublicGroup } from '../groups/group.view.js';
import { InvitedGroupFacts } from './invited-group.facts.js';
import {
  GroupInvitedGroupsParams,
  GroupSharesParams,
  ProjectInvitedGroupsParams,
  ShareLocationsParams,
  invitedGroupFilters,
  listsDirect,
  pageOf,
} from './invited-group.params.js';

/** Lists groups by shares. Projects are shared with groups; a group is shared with no other group. */
@Controller()
export class InvitedGroupsController {
  constructor(private readonly invitedGroupFacts: InvitedGroupFacts) {}

  @Endpoint.get('/projects/:id/invited_groups', {
    summary: 'List the groups that a project is shared with and the caller may see',
    can: abilities.readProject,
    params: ProjectInvitedGroupsParams,
    returns: returns.page(PublicGroupView),
  })
  async ofProject(@Call() call: CallOf<typeof ProjectInvitedGroupsParams>): Promise<Page<PublicGroupView>> {
    const { params, project, caller } = call;
    const request = pageOf(params);
    if (!listsDirect(params)) return new Page([], request, 0);
    const filters = invitedGroupFilters(params);
    const page = await this.invitedGroupFacts.invited(project.project.id, caller.principal, filters, request);
    return page.map((group) => presentPublicGroup(group, caller.baseUrl));
  }

  @Endpoint.get('/projects/:id/share_locations', {
    summary: 'List the groups that the caller could share a project with',
    can: abilities.readProject,
    params: ShareLocationsParams,
    returns: returns.page(PublicGroupView),
  })
  async locations(@Call() call: CallOf<typeof ShareLocationsParams>): Promise<Page<PublicGroupView>> {
    const { params, project, caller } = call;
    const page = await this.invitedGroupFacts.locations(project, caller.principal, params.search, pageOf(params));
    return page.map((group) => presentPublicGroup(group, caller.baseUrl));
  }

  @Endpoint.get('/groups/:id/invited_groups', {
    summary: 'List the groups that a group is shared with: none',
    can: abilities.readGroup,
    params: GroupInvitedGroupsParams,
    returns: returns.page(GroupView),
  })
  ofGroup(@Call() { params }: CallOf<typeof GroupInvitedGroupsParams>): Page<GroupView> {
    return new Page([], pageOf(params), 0);
  }

  @Endpoint.get('/groups/:id/groups/shared', {
    summary: 'List the groups that are shared with a group: none',
    can: abilities.readGroup,
    params: GroupSharesParams,
    returns: returns.page(GroupView),
  })
  sharedWithGroup(@Call() { params }: CallOf<typeof GroupSharesParams>): Page<GroupView> {
    return new Page([], pageOf(params), 0);
  }
}

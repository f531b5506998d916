import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, ProjectNotFound, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { GroupFacts } from '../groups/group.facts.js';
import { GroupDetailView, PublicGroupView, presentGroupDetail, presentPublicGroup } from '../groups/group.view.js';
import { GroupNotTransferred, NamespaceNotFound, ProjectNotTransferred, TransferRefused } from '../refusals.js';
import { ShowRunnersToken } from '../runners-tokens/show.js';
import { ProjectFacts } from '../projects/project.facts.js';
import { ProjectView, presentProject } from '../projects/project.view.js';
import { TransferTargetFacts, type Transferred } from './transfer-target.facts.js';
import {
  GroupTransferLocationsParams,
  ProjectTransferLocationsParams,
  TransferGroupParams,
  TransferIntoGroupParams,
  TransferProjectParams,
} from './transfer.params.js';
import { TransferGroup } from './transfer-group.js';
import { TransferProject } from './transfer.js';

@Controller()
export class TransfersController {
  constructor(
    private readonly projectFacts: ProjectFacts,
    private readonly groupFacts: GroupFacts,
    private readonly transferTargetFacts: TransferTargetFacts,
    private readonly transferProject: TransferProject,
    private readonly transferGroup: TransferGroup,
    private readonly showRunnersToken: ShowRunnersToken,
  ) {}

  @Endpoint.post('/groups/:id/projects/:project_id', {
    summary: 'Transfer a project into a group',
    admin: true,
    can: abilities.transferIntoGroup,
    params: TransferIntoGroupParams,
    returns: returns.json(GroupDetailView),
    refuses: [ProjectNotFound, ProjectNotTransferred],
  })
  async intoGroup(@Call() call: CallOf<typeof TransferIntoGroupParams>): Promise<GroupDetailView> {
    const { params, user, group, caller } = call;
    const { id } = await this.projectFacts.one(params.project_id, user);
    await this.transferProject.execute(id, group.group.id, user, ProjectNotTransferred);
    return presentGroupDetail(await this.groupFacts.detail(group.group.id, user), caller);
  }

  @Endpoint.post('/groups/:id/transfer', {
    summary: 'Transfer a group into another one, or to the top',
    can: abilities.updateGroup,
    params: TransferGroupParams,
    returns: returns.json(GroupDetailView),
    refuses: [Forbidden, GroupNotTransferred],
  })
  async group(@Call() call: CallOf<typeof TransferGroupParams>): Promise<GroupDetailView> {
    const { params, user, group, caller } = call;
    const { group_id: parent } = params;
    const parentId = parent === undefined ? null : await this.transferTargetFacts.findGroup({ id: parent }, user);
    await this.transferGroup.execute(group.group.id, parentId, user);
    return presentGroupDetail(await this.groupFacts.detail(group.group.id, user), caller);
  }

  @Endpoint.put('/projects/:id/transfer', {
    summary: 'Transfer a project into another namespace',
    can: abilities.transferProject,
    params: TransferProjectParams,
    returns: returns.json(ProjectView),
    refuses: [Forbidden, NamespaceNotFound, TransferRefused],
  })
  async anywhere(@Call() call: CallOf<typeof TransferProjectParams>): Promise<ProjectView> {
    const { params, user, caller } = call;
    const { id } = call.project.project;
    const target = await this.transferTargetFacts.find(params.namespace, user);
    await this.transferProject.execute(id, target, user, TransferRefused);
    const record = await this.projectFacts.one({ id }, user);
    const runnersToken = await this.showRunnersToken.execute(record);
    return presentProject(record, caller, { level: record.level, runnersToken });
  }

  @Endpoint.get('/projects/:id/transfer_locations', {
    summary: 'List the groups into which a project can be transferred',
    can: abilities.transferProject,
    params: ProjectTransferLocationsParams,
    returns: returns.page(PublicGroupView),
  })
  locations(@Call() call: CallOf<typeof ProjectTransferLocationsParams>): Promise<Page<PublicGroupView>> {
    return this.pageOf({ kind: 'project', namespaceId: call.project.project.namespaceId }, call);
  }

  @Endpoint.get('/groups/:id/transfer_locations', {
    summary: 'List the groups into which a group can be transferred',
    can: abilities.updateGroup,
    params: GroupTransferLocationsParams,
    returns: returns.page(PublicGroupView),
  })
  groupLocations(@Call() call: CallOf<typeof GroupTransferLocationsParams>): Promise<Page<PublicGroupView>> {
    return this.pageOf({ kind: 'group', id: call.group.group.id }, call);
  }

  private async pageOf(
    transferred: Transferred,
    { params, user, caller }: CallOf<typeof ProjectTransferLocationsParams | typeof GroupTransferLocationsParams>,
  ): Promise<Page<PublicGroupView>> {
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.transferTargetFacts.locations(transferred, user, params.search, request);
    return page.map((group) => presentPublicGroup(group, caller.baseUrl));
  }
}

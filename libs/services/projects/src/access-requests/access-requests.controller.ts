import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { memberAbilities } from '../abilities.js';
import { MemberFacts } from '../members/member.facts.js';
import { GroupParams, ProjectParams, type MemberParams } from '../members/member.params.js';
import { MemberView, RequesterView, presentMember, presentRequester } from '../members/member.view.js';
import { holderOf } from '../members/membership.rules.js';
import { AccessRequested, MemberInvalid, RecordNotFound } from '../refusals.js';
import { ApproveRequest } from './approve.js';
import { DenyRequest } from './deny.js';
import { RequestAccess } from './request.js';

/** Who asks to become a member of a project. */
@Controller()
export class ProjectAccessRequestsController {
  constructor(
    private readonly facts: MemberFacts,
    private readonly request: RequestAccess,
    private readonly approval: ApproveRequest,
    private readonly denial: DenyRequest,
  ) {}

  @Endpoint.get('/projects/:id/access_requests', {
    summary: 'List who asks for access to a project',
    can: memberAbilities.project.manage,
    params: ProjectParams.requests,
    returns: returns.page(RequesterView),
  })
  async list(@Call() call: CallOf<MemberParams['requests']>): Promise<Page<RequesterView>> {
    const { params, caller } = call;
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.facts.requesters(holderOf('project', call), request);
    return page.map((requester) => presentRequester(requester, caller.baseUrl));
  }

  @Endpoint.post('/projects/:id/access_requests', {
    summary: 'Ask for access to a project',
    can: memberAbilities.project.read,
    params: ProjectParams.request,
    returns: returns.json(RequesterView),
    refuses: [AccessRequested],
  })
  async ask(@Call() call: CallOf<MemberParams['request']>): Promise<RequesterView> {
    return presentRequester(await this.request.execute(holderOf('project', call), call.user), call.caller.baseUrl);
  }

  @Endpoint.put('/projects/:id/access_requests/:user_id/approve', {
    summary: 'Grant somebody access to a project',
    can: memberAbilities.project.manage,
    status: 201,
    params: ProjectParams.approve,
    returns: returns.json(MemberView),
    refuses: [RecordNotFound, MemberInvalid],
  })
  async approve(@Call() call: CallOf<MemberParams['approve']>): Promise<MemberView> {
    const { user_id: userId, access_level: level } = call.params;
    return presentMember(
      await this.approval.execute(holderOf('project', call), userId, level, call.user),
      call.caller.baseUrl,
    );
  }

  @Endpoint.delete('/projects/:id/access_requests/:user_id', {
    summary: "Deny somebody access to a project, or withdraw a request of one's own",
    can: memberAbilities.project.read,
    params: ProjectParams.member,
    returns: returns.empty,
    refuses: [RecordNotFound],
  })
  deny(@Call() call: CallOf<MemberParams['member']>): Promise<void> {
    const { params, user, unlessModified } = call;
    return this.denial.execute(holderOf('project', call), params.user_id, user, unlessModified);
  }
}

/** Who asks to become a member of a group. */
@Controller()
export class GroupAccessRequestsController {
  constructor(
    private readonly facts: MemberFacts,
    private readonly request: RequestAccess,
    private readonly approval: ApproveRequest,
    private readonly denial: DenyRequest,
  ) {}

  @Endpoint.get('/groups/:id/access_requests', {
    summary: 'List who asks for access to a group',
    can: memberAbilities.group.manage,
    params: GroupParams.requests,
    returns: returns.page(RequesterView),
  })
  async list(@Call() call: CallOf<MemberParams['requests']>): Promise<Page<RequesterView>> {
    const { params, caller } = call;
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.facts.requesters(holderOf('group', call), request);
    return page.map((requester) => presentRequester(requester, caller.baseUrl));
  }

  @Endpoint.post('/groups/:id/access_requests', {
    summary: 'Ask for access to a group',
    can: memberAbilities.group.read,
    params: GroupParams.request,
    returns: returns.json(RequesterView),
    refuses: [AccessRequested],
  })
  async ask(@Call() call: CallOf<MemberParams['request']>): Promise<RequesterView> {
    return presentRequester(await this.request.execute(holderOf('group', call), call.user), call.caller.baseUrl);
  }

  @Endpoint.put('/groups/:id/access_requests/:user_id/approve', {
    summary: 'Grant somebody access to a group',
    can: memberAbilities.group.manage,
    status: 201,
    params: GroupParams.approve,
    returns: returns.json(MemberView),
    refuses: [RecordNotFound, MemberInvalid],
  })
  async approve(@Call() call: CallOf<MemberParams['approve']>): Promise<MemberView> {
    const { user_id: userId, access_level: level } = call.params;
    return presentMember(
      await this.approval.execute(holderOf('group', call), userId, level, call.user),
      call.caller.baseUrl,
    );
  }

  @Endpoint.delete('/groups/:id/access_requests/:user_id', {
    summary: "Deny somebody access to a group, or withdraw a request of one's own",
    can: memberAbilities.group.read,
    params: GroupParams.member,
    returns: returns.empty,
    refuses: [RecordNotFound],
  })
  deny(@Call() call: CallOf<MemberParams['member']>): Promise<void> {
    const { params, user, unlessModified } = call;
    return this.denial.execute(holderOf('group', call), params.user_id, user, unlessModified);
  }
}

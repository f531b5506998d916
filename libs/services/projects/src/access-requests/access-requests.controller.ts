import { Controller, type Type } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { memberAbilities } from '../abilities.js';
import { MemberFacts } from '../members/member.facts.js';
import { memberParams, type MemberParams } from '../members/member.params.js';
import { MemberView, RequesterView, presentMember, presentRequester } from '../members/member.view.js';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { AccessRequested, MemberExists, MemberInvalid, RecordNotFound } from '../refusals.js';
import { ApproveRequest } from './approve.js';
import { DenyRequest } from './deny.js';
import { RequestAccess } from './request.js';

/** Builds the endpoints of access requests, which are the same for projects and groups. */
function accessRequestsController(kind: MemberSourceKind): Type<object> {
  const { read, manage, remove } = memberAbilities[kind];
  const Params = memberParams(kind);

  @Controller()
  class AccessRequestsController {
    constructor(
      private readonly memberFacts: MemberFacts,
      private readonly requestAccess: RequestAccess,
      private readonly approveRequest: ApproveRequest,
      private readonly denyRequest: DenyRequest,
    ) {}

    @Endpoint.get(`/${kind}s/:id/access_requests`, {
      summary: `List who asks for access to a ${kind}`,
      can: manage,
      params: Params.requests,
      returns: returns.page(RequesterView),
    })
    async list(@Call() call: CallOf<MemberParams['requests']>): Promise<Page<RequesterView>> {
      const { params, caller } = call;
      const request = { page: params.page, perPage: params.per_page };
      const page = await this.memberFacts.requesters(memberSourceOf(kind, call), request);
      return page.map((requester) => presentRequester(requester, caller.baseUrl));
    }

    @Endpoint.post(`/${kind}s/:id/access_requests`, {
      summary: `Ask for access to a ${kind}`,
      can: read,
      params: Params.request,
      returns: returns.json(RequesterView),
      refuses: [AccessRequested],
    })
    async ask(@Call() call: CallOf<MemberParams['request']>): Promise<RequesterView> {
      return presentRequester(
        await this.requestAccess.execute(memberSourceOf(kind, call), call.user),
        call.caller.baseUrl,
      );
    }

    @Endpoint.put(`/${kind}s/:id/access_requests/:user_id/approve`, {
      summary: `Approve a request for access to a ${kind}`,
      can: manage,
      status: 201,
      params: Params.approve,
      returns: returns.json(MemberView),
      refuses: [RecordNotFound, MemberInvalid, MemberExists],
    })
    async approve(@Call() call: CallOf<MemberParams['approve']>): Promise<MemberView> {
      const { user_id: userId, access_level: level } = call.params;
      return presentMember(
        await this.approveRequest.execute(memberSourceOf(kind, call), userId, level, call.user),
        call.caller.baseUrl,
      );
    }

    @Endpoint.delete(`/${kind}s/:id/access_requests/:user_id`, {
      summary: `Deny a request for access to a ${kind}, or withdraw one's own`,
      can: remove,
      params: Params.member,
      returns: returns.empty,
      refuses: [RecordNotFound],
    })
    deny(@Call() call: CallOf<MemberParams['member']>): Promise<void> {
      const { params, user, unlessModified } = call;
      return this.denyRequest.execute(memberSourceOf(kind, call), params.user_id, user, unlessModified);
    }
  }
  return AccessRequestsController;
}

/** Requests for access to projects. */
export class ProjectAccessRequestsController extends accessRequestsController('project') {}

/** Requests for access to groups. */
export class GroupAccessRequestsController extends accessRequestsController('group') {}

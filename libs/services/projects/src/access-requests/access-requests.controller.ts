import { Controller, type Type } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { memberAbilities } from '../abilities.js';
import { MemberFacts } from '../members/member.facts.js';
import { memberParams, type MemberParams } from '../members/member.params.js';
import { MemberView, RequesterView, presentMember, presentRequester } from '../members/member.view.js';
import { actorOf, holderOf, type HolderKind } from '../members/membership.rules.js';
import { AccessRequested, MemberInvalid, RecordNotFound } from '../refusals.js';
import { ApproveRequest } from './approve.js';
import { DenyRequest } from './deny.js';
import { RequestAccess } from './request.js';

/** The endpoints about requests for access, which are the same below a project and below a group. */
function accessRequestsController(kind: HolderKind): Type {
  const path = `/${kind}s/:id/access_requests` as const;
  const params = memberParams(kind);
  const { read, manage } = memberAbilities[kind];

  @Controller()
  class AccessRequestsController {
    constructor(
      readonly facts: MemberFacts,
      readonly request: RequestAccess,
      readonly approval: ApproveRequest,
      readonly denial: DenyRequest,
    ) {}

    @Endpoint.get(path, {
      summary: `List who asks for access to a ${kind}`,
      can: manage,
      params: params.requests,
      returns: returns.page(RequesterView),
    })
    async list(@Call() call: CallOf<MemberParams['requests']>): Promise<Page<RequesterView>> {
      const request = { page: call.params.page, perPage: call.params.per_page };
      const page = await this.facts.requesters(holderOf(kind, call), request);
      return page.map((requester) => presentRequester(requester, call.caller.baseUrl));
    }

    @Endpoint.post(path, {
      summary: `Ask for access to a ${kind}`,
      can: read,
      params: params.request,
      returns: returns.json(RequesterView),
      refuses: [AccessRequested],
    })
    async ask(@Call() call: CallOf<MemberParams['request']>): Promise<RequesterView> {
      const requester = await this.request.execute(holderOf(kind, call), call.user, actorOf(kind, call).level);
      return presentRequester(requester, call.caller.baseUrl);
    }

    @Endpoint.put(`${path}/:user_id/approve`, {
      summary: `Grant somebody access to a ${kind}`,
      can: manage,
      status: 201,
      params: params.approve,
      returns: returns.json(MemberView),
      refuses: [RecordNotFound, MemberInvalid],
    })
    async approve(@Call() call: CallOf<MemberParams['approve']>): Promise<MemberView> {
      const { user_id: userId, access_level: level } = call.params;
      return presentMember(await this.approval.execute(holderOf(kind, call), userId, level), call.caller.baseUrl);
    }

    @Endpoint.delete(`${path}/:user_id`, {
      summary: `Deny somebody access to a ${kind}, or withdraw a request of one's own`,
      can: read,
      params: params.member,
      returns: returns.empty,
      refuses: [RecordNotFound],
    })
    deny(@Call() call: CallOf<MemberParams['member']>): Promise<void> {
      return this.denial.execute(holderOf(kind, call), call.params.user_id, actorOf(kind, call), call.unlessModified);
    }
  }
  return AccessRequestsController;
}

export const ProjectAccessRequestsController = accessRequestsController('project');
export const GroupAccessRequestsController = accessRequestsController('group');

import { Controller, type Type } from '@nestjs/common';
import { Call, Endpoint, Forbidden, Redirect, returns, type CallOf } from '@hearth/http';
import { attempt } from '@hearth/pages';
import { memberAbilities } from '../abilities.js';
import { ApproveRequest } from '../access-requests/approve.js';
import { DenyRequest } from '../access-requests/deny.js';
import { RequestAccess } from '../access-requests/request.js';
import { memberSourceOf, type MemberSourceKind } from '../members/membership.rules.js';
import { AccessRequested, MemberExists, MemberInvalid, RecordNotFound } from '../refusals.js';
import { memberPageParams, withNotice, type MemberPageParams } from './member-page.params.js';
import { membersAddress } from './member-pages.view.js';

/** Builds the forms of access requests, which are the same for projects and groups. */
function accessRequestFormsController(kind: MemberSourceKind): Type<object> {
  const { read, manage, remove } = memberAbilities[kind];
  const Params = memberPageParams(kind);
  const at = `/-/${kind}/:id/access_requests`;

  @Controller()
  class AccessRequestFormsController {
    constructor(
      private readonly requestAccess: RequestAccess,
      private readonly approveRequest: ApproveRequest,
      private readonly denyRequest: DenyRequest,
    ) {}

    @Endpoint.post(at, {
      summary: `Ask for access to a ${kind} in a browser`,
      can: read,
      params: Params.source,
      returns: returns.html,
      refuses: [Forbidden],
    })
    async ask(@Call() call: CallOf<MemberPageParams['source']>) {
      await attempt(() => this.requestAccess.execute(memberSourceOf(kind, call), call.user), [AccessRequested]);
      return new Redirect(withNotice(membersAddress(kind, call), 'requested'));
    }

    @Endpoint.post(`${at}/:user_id/approve`, {
      summary: `Approve a request for access to a ${kind} in a browser`,
      can: manage,
      params: Params.approve,
      returns: returns.html,
      refuses: [RecordNotFound, MemberInvalid, MemberExists],
    })
    async approve(@Call() call: CallOf<MemberPageParams['approve']>) {
      const { user_id: userId, access_level: level } = call.params;
      await this.approveRequest.execute(memberSourceOf(kind, call), userId, level, call.user);
      return new Redirect(withNotice(membersAddress(kind, call), 'approved'));
    }

    @Endpoint.post(`${at}/:user_id/deny`, {
      summary: `Deny a request for access to a ${kind}, or withdraw one's own, in a browser`,
      can: remove,
      params: Params.deny,
      returns: returns.html,
      refuses: [RecordNotFound],
    })
    async deny(@Call() call: CallOf<MemberPageParams['deny']>) {
      const { params, user, unlessModified } = call;
      await this.denyRequest.execute(memberSourceOf(kind, call), params.user_id, user, unlessModified);
      return new Redirect(withNotice(membersAddress(kind, call), 'denied'));
    }
  }
  return AccessRequestFormsController;
}

/** Forms of requests for access to projects. */
export class ProjectAccessRequestFormsController extends accessRequestFormsController('project') {}

/** Forms of requests for access to groups. */
export class GroupAccessRequestFormsController extends accessRequestFormsController('group') {}

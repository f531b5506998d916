import { Controller, type Type } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, pageRequest, returns, type CallOf, type Page } from '@hearth/http';
import { memberAbilities } from '../abilities.js';
import { MemberExists, MemberInvalid, RecordNotFound } from '../refusals.js';
import { AddMember } from './add.js';
import { MemberFacts } from './member.facts.js';
import { memberFilters, memberParams, memberTerms, type MemberParams } from './member.params.js';
import { MemberView, presentMember } from './member.view.js';
import { maySearchEmails, memberSourceOf, type MemberSourceKind, type MemberScope } from './membership.rules.js';
import { RemoveMember } from './remove.js';
import { UpdateMember } from './update.js';

const INHERITED = {
  project: 'inherited ones and those of groups it is shared with',
  group: 'inherited ones',
};

/** Builds the endpoints of members, which are the same for projects and groups. */
function membersController(kind: MemberSourceKind): Type<object> {
  const { read, manage, remove } = memberAbilities[kind];
  const Params = memberParams(kind);

  @Controller()
  class MembersController {
    constructor(
      private readonly memberFacts: MemberFacts,
      private readonly addMember: AddMember,
      private readonly updateMember: UpdateMember,
      private readonly removeMember: RemoveMember,
    ) {}

    @Endpoint.get(`/${kind}s/:id/members`, {
      summary: `List the members of a ${kind}`,
      can: read,
      params: Params.list,
      returns: returns.page(MemberView),
    })
    list(@Call() call: CallOf<MemberParams['list']>): Promise<Page<MemberView>> {
      return this.page(call, 'direct');
    }

    @Endpoint.get(`/${kind}s/:id/members/all`, {
      summary: `List the members of a ${kind}, ${INHERITED[kind]} included`,
      can: read,
      params: Params.list,
      returns: returns.page(MemberView),
    })
    listAll(@Call() call: CallOf<MemberParams['list']>): Promise<Page<MemberView>> {
      return this.page(call, 'all');
    }

    @Endpoint.get(`/${kind}s/:id/members/:user_id`, {
      summary: `Get a member of a ${kind}`,
      can: read,
      params: Params.member,
      returns: returns.json(MemberView),
      refuses: [RecordNotFound],
    })
    one(@Call() call: CallOf<MemberParams['member']>): Promise<MemberView> {
      return this.single(call, 'direct');
    }

    @Endpoint.get(`/${kind}s/:id/members/all/:user_id`, {
      summary: `Get a member of a ${kind} with the highest level, inherited or not`,
      can: read,
      params: Params.member,
      returns: returns.json(MemberView),
      refuses: [RecordNotFound],
    })
    oneOfAll(@Call() call: CallOf<MemberParams['member']>): Promise<MemberView> {
      return this.single(call, 'all');
    }

    @Endpoint.post(`/${kind}s/:id/members`, {
      summary: `Add a member to a ${kind}`,
      can: manage,
      params: Params.add,
      returns: returns.json(MemberView),
      refuses: [MemberExists, MemberInvalid, UserNotFound],
    })
    async add(@Call() call: CallOf<MemberParams['add']>): Promise<MemberView> {
      const { params, caller, user } = call;
      const { level, expiresAt = null } = memberTerms(params);
      const member = await this.addMember.execute(
        memberSourceOf(kind, call),
        params.user_id ?? (await this.memberFacts.userId(params.username!)),
        { level, expiresAt },
        user,
      );
      return presentMember(member, caller.baseUrl);
    }

    @Endpoint.put(`/${kind}s/:id/members/:user_id`, {
      summary: `Change the level of a member of a ${kind}, or until when the membership counts`,
      can: manage,
      params: Params.update,
      returns: returns.json(MemberView),
      refuses: [RecordNotFound, MemberInvalid],
    })
    async update(@Call() call: CallOf<MemberParams['update']>): Promise<MemberView> {
      const { params, caller, user } = call;
      const member = await this.updateMember.execute(
        memberSourceOf(kind, call),
        params.user_id,
        memberTerms(params),
        user,
      );
      return presentMember(member, caller.baseUrl);
    }

    @Endpoint.delete(`/${kind}s/:id/members/:user_id`, {
      summary: `Remove a member from a ${kind}, or leave it`,
      can: remove,
      params: Params.remove,
      returns: returns.empty,
      refuses: [RecordNotFound],
    })
    remove(@Call() call: CallOf<MemberParams['remove']>): Promise<void> {
      const { params, user, unlessModified } = call;
      return this.removeMember.execute(memberSourceOf(kind, call), params.user_id, user, unlessModified);
    }

    private async page(call: CallOf<MemberParams['list']>, scope: MemberScope): Promise<Page<MemberView>> {
      const request = pageRequest(call.params, { by: 'id', sort: 'asc' });
      const filters = { ...memberFilters(call.params), byEmail: maySearchEmails(kind, call) };
      const page = await this.memberFacts.page(memberSourceOf(kind, call), scope, filters, request);
      return page.map((member) => presentMember(member, call.caller.baseUrl));
    }

    private async single(call: CallOf<MemberParams['member']>, scope: MemberScope): Promise<MemberView> {
      const member = await this.memberFacts.one(memberSourceOf(kind, call), scope, call.params.user_id);
      return presentMember(member, call.caller.baseUrl);
    }
  }
  return MembersController;
}

/** Members of projects. */
export class ProjectMembersController extends membersController('project') {}

/** Members of groups. */
export class GroupMembersController extends membersController('group') {}

import { Controller, type Type } from '@nestjs/common';
import { Call, Endpoint, pageRequest, returns, type CallOf, type Page } from '@hearth/http';
import { memberAbilities } from '../abilities.js';
import { MemberExists, MemberInvalid, RecordNotFound } from '../refusals.js';
import { AddMember } from './add.js';
import { MemberFacts } from './member.facts.js';
import { memberFilters, memberParams, type MemberParams } from './member.params.js';
import { MemberView, presentMember } from './member.view.js';
import { actorOf, holderOf, type HolderKind, type MemberScope } from './membership.rules.js';
import { RemoveMember } from './remove.js';
import { UpdateMember } from './update.js';

/** The endpoints about members, which are the same below a project and below a group. */
function membersController(kind: HolderKind): Type {
  const path = `/${kind}s/:id/members` as const;
  const params = memberParams(kind);
  const { read, manage } = memberAbilities[kind];

  @Controller()
  class MembersController {
    constructor(
      readonly facts: MemberFacts,
      readonly addition: AddMember,
      readonly change: UpdateMember,
      readonly removal: RemoveMember,
    ) {}

    @Endpoint.get(path, {
      summary: `List the members of a ${kind}`,
      can: read,
      params: params.list,
      returns: returns.page(MemberView),
    })
    list(@Call() call: CallOf<MemberParams['list']>): Promise<Page<MemberView>> {
      return this.page(call, 'direct');
    }

    @Endpoint.get(`${path}/all`, {
      summary: `List the members of a ${kind}, inherited ones and those of groups it is shared with included`,
      can: read,
      params: params.list,
      returns: returns.page(MemberView),
    })
    listAll(@Call() call: CallOf<MemberParams['list']>): Promise<Page<MemberView>> {
      return this.page(call, 'all');
    }

    @Endpoint.get(`${path}/:user_id`, {
      summary: `Get a member of a ${kind}`,
      can: read,
      params: params.member,
      returns: returns.json(MemberView),
      refuses: [RecordNotFound],
    })
    one(@Call() call: CallOf<MemberParams['member']>): Promise<MemberView> {
      return this.single(call, 'direct');
    }

    @Endpoint.get(`${path}/all/:user_id`, {
      summary: `Get a member of a ${kind} with the highest level, inherited or not`,
      can: read,
      params: params.member,
      returns: returns.json(MemberView),
      refuses: [RecordNotFound],
    })
    oneOfAll(@Call() call: CallOf<MemberParams['member']>): Promise<MemberView> {
      return this.single(call, 'all');
    }

    @Endpoint.post(path, {
      summary: `Add a member to a ${kind}`,
      can: manage,
      params: params.add,
      returns: returns.json(MemberView),
      refuses: [MemberExists, MemberInvalid],
    })
    async add(@Call() call: CallOf<MemberParams['add']>): Promise<MemberView> {
      const { user_id: userId, access_level: level, expires_at: expiresAt = null } = call.params;
      const member = await this.addition.execute(holderOf(kind, call), userId, { level, expiresAt });
      return presentMember(member, call.caller.baseUrl);
    }

    @Endpoint.put(`${path}/:user_id`, {
      summary: `Change the level of a member of a ${kind}, or until when the membership counts`,
      can: manage,
      params: params.update,
      returns: returns.json(MemberView),
      refuses: [RecordNotFound, MemberInvalid],
    })
    async update(@Call() call: CallOf<MemberParams['update']>): Promise<MemberView> {
      const { user_id: userId, access_level: level, expires_at: expiresAt } = call.params;
      const member = await this.change.execute(holderOf(kind, call), userId, { level, expiresAt });
      return presentMember(member, call.caller.baseUrl);
    }

    @Endpoint.delete(`${path}/:user_id`, {
      summary: `Remove a member from a ${kind}, or leave it`,
      can: read,
      params: params.member,
      returns: returns.empty,
      refuses: [RecordNotFound],
    })
    remove(@Call() call: CallOf<MemberParams['member']>): Promise<void> {
      return this.removal.execute(holderOf(kind, call), call.params.user_id, actorOf(kind, call), call.unlessModified);
    }

    async page(call: CallOf<MemberParams['list']>, scope: MemberScope): Promise<Page<MemberView>> {
      const request = pageRequest(call.params, { by: 'id', sort: 'asc' });
      const page = await this.facts.page(holderOf(kind, call), scope, memberFilters(call.params), request);
      return page.map((member) => presentMember(member, call.caller.baseUrl));
    }

    async single(call: CallOf<MemberParams['member']>, scope: MemberScope): Promise<MemberView> {
      return presentMember(await this.facts.one(holderOf(kind, call), scope, call.params.user_id), call.caller.baseUrl);
    }
  }
  return MembersController;
}

export const ProjectMembersController = membersController('project');
export const GroupMembersController = membersController('group');

import { Controller } from '@nestjs/common';
import { Call, Endpoint, pageRequest, returns, type CallOf, type Page } from '@hearth/http';
import { memberAbilities } from '../abilities.js';
import { MemberExists, MemberInvalid, RecordNotFound } from '../refusals.js';
import { AddMember } from './add.js';
import { MemberFacts } from './member.facts.js';
import { GroupParams, memberFilters, memberTerms, type MemberParams } from './member.params.js';
import { MemberView, presentMember } from './member.view.js';
import { holderOf, type MemberScope } from './membership.rules.js';
import { RemoveMember } from './remove.js';
import { UpdateMember } from './update.js';

const { read, manage } = memberAbilities.group;

/** Members of groups. */
@Controller()
export class GroupMembersController {
  constructor(
    private readonly facts: MemberFacts,
    private readonly addition: AddMember,
    private readonly change: UpdateMember,
    private readonly removal: RemoveMember,
  ) {}

  @Endpoint.get('/groups/:id/members', {
    summary: 'List the members of a group',
    can: read,
    params: GroupParams.list,
    returns: returns.page(MemberView),
  })
  list(@Call() call: CallOf<MemberParams['list']>): Promise<Page<MemberView>> {
    return this.page(call, 'direct');
  }

  @Endpoint.get('/groups/:id/members/all', {
    summary: 'List the members of a group, inherited ones included',
    can: read,
    params: GroupParams.list,
    returns: returns.page(MemberView),
  })
  listAll(@Call() call: CallOf<MemberParams['list']>): Promise<Page<MemberView>> {
    return this.page(call, 'all');
  }

  @Endpoint.get('/groups/:id/members/:user_id', {
    summary: 'Get a member of a group',
    can: read,
    params: GroupParams.member,
    returns: returns.json(MemberView),
    refuses: [RecordNotFound],
  })
  one(@Call() call: CallOf<MemberParams['member']>): Promise<MemberView> {
    return this.single(call, 'direct');
  }

  @Endpoint.get('/groups/:id/members/all/:user_id', {
    summary: 'Get a member of a group with the highest level, inherited or not',
    can: read,
    params: GroupParams.member,
    returns: returns.json(MemberView),
    refuses: [RecordNotFound],
  })
  oneOfAll(@Call() call: CallOf<MemberParams['member']>): Promise<MemberView> {
    return this.single(call, 'all');
  }

  @Endpoint.post('/groups/:id/members', {
    summary: 'Add a member to a group',
    can: manage,
    params: GroupParams.add,
    returns: returns.json(MemberView),
    refuses: [MemberExists, MemberInvalid],
  })
  async add(@Call() call: CallOf<MemberParams['add']>): Promise<MemberView> {
    const { params, caller, user } = call;
    const { level, expiresAt = null } = memberTerms(params);
    const member = await this.addition.execute(holderOf('group', call), params.user_id, { level, expiresAt }, user);
    return presentMember(member, caller.baseUrl);
  }

  @Endpoint.put('/groups/:id/members/:user_id', {
    summary: 'Change the level of a member of a group, or until when the membership counts',
    can: manage,
    params: GroupParams.update,
    returns: returns.json(MemberView),
    refuses: [RecordNotFound, MemberInvalid],
  })
  async update(@Call() call: CallOf<MemberParams['update']>): Promise<MemberView> {
    const { params, caller, user } = call;
    const member = await this.change.execute(holderOf('group', call), params.user_id, memberTerms(params), user);
    return presentMember(member, caller.baseUrl);
  }

  @Endpoint.delete('/groups/:id/members/:user_id', {
    summary: 'Remove a member from a group, or leave it',
    can: read,
    params: GroupParams.member,
    returns: returns.empty,
    refuses: [RecordNotFound],
  })
  remove(@Call() call: CallOf<MemberParams['member']>): Promise<void> {
    const { params, user, unlessModified } = call;
    return this.removal.execute(holderOf('group', call), params.user_id, user, unlessModified);
  }

  private async page(call: CallOf<MemberParams['list']>, scope: MemberScope): Promise<Page<MemberView>> {
    const request = pageRequest(call.params, { by: 'id', sort: 'asc' });
    const page = await this.facts.page(holderOf('group', call), scope, memberFilters(call.params), request);
    return page.map((member) => presentMember(member, call.caller.baseUrl));
  }

  private async single(call: CallOf<MemberParams['member']>, scope: MemberScope): Promise<MemberView> {
    const member = await this.facts.one(holderOf('group', call), scope, call.params.user_id);
    return presentMember(member, call.caller.baseUrl);
  }
}

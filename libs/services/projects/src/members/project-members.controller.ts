import { Controller } from '@nestjs/common';
import { Call, Endpoint, pageRequest, returns, type CallOf, type Page } from '@hearth/http';
import { memberAbilities } from '../abilities.js';
import { MemberExists, MemberInvalid, RecordNotFound } from '../refusals.js';
import { AddMember } from './add.js';
import { MemberFacts } from './member.facts.js';
import { ProjectParams, memberFilters, memberTerms, type MemberParams } from './member.params.js';
import { MemberView, presentMember } from './member.view.js';
import { holderOf, type MemberScope } from './membership.rules.js';
import { RemoveMember } from './remove.js';
import { UpdateMember } from './update.js';

const { read, manage } = memberAbilities.project;

/** Members of projects. */
@Controller()
export class ProjectMembersController {
  constructor(
    private readonly facts: MemberFacts,
    private readonly addition: AddMember,
    private readonly change: UpdateMember,
    private readonly removal: RemoveMember,
  ) {}

  @Endpoint.get('/projects/:id/members', {
    summary: 'List the members of a project',
    can: read,
    params: ProjectParams.list,
    returns: returns.page(MemberView),
  })
  list(@Call() call: CallOf<MemberParams['list']>): Promise<Page<MemberView>> {
    return this.page(call, 'direct');
  }

  @Endpoint.get('/projects/:id/members/all', {
    summary: 'List the members of a project, inherited ones and those of groups it is shared with included',
    can: read,
    params: ProjectParams.list,
    returns: returns.page(MemberView),
  })
  listAll(@Call() call: CallOf<MemberParams['list']>): Promise<Page<MemberView>> {
    return this.page(call, 'all');
  }

  @Endpoint.get('/projects/:id/members/:user_id', {
    summary: 'Get a member of a project',
    can: read,
    params: ProjectParams.member,
    returns: returns.json(MemberView),
    refuses: [RecordNotFound],
  })
  one(@Call() call: CallOf<MemberParams['member']>): Promise<MemberView> {
    return this.single(call, 'direct');
  }

  @Endpoint.get('/projects/:id/members/all/:user_id', {
    summary: 'Get a member of a project with the highest level, inherited or not',
    can: read,
    params: ProjectParams.member,
    returns: returns.json(MemberView),
    refuses: [RecordNotFound],
  })
  oneOfAll(@Call() call: CallOf<MemberParams['member']>): Promise<MemberView> {
    return this.single(call, 'all');
  }

  @Endpoint.post('/projects/:id/members', {
    summary: 'Add a member to a project',
    can: manage,
    params: ProjectParams.add,
    returns: returns.json(MemberView),
    refuses: [MemberExists, MemberInvalid],
  })
  async add(@Call() call: CallOf<MemberParams['add']>): Promise<MemberView> {
    const { params, caller, user } = call;
    const { level, expiresAt = null } = memberTerms(params);
    const member = await this.addition.execute(holderOf('project', call), params.user_id, { level, expiresAt }, user);
    return presentMember(member, caller.baseUrl);
  }

  @Endpoint.put('/projects/:id/members/:user_id', {
    summary: 'Change the level of a member of a project, or until when the membership counts',
    can: manage,
    params: ProjectParams.update,
    returns: returns.json(MemberView),
    refuses: [RecordNotFound, MemberInvalid],
  })
  async update(@Call() call: CallOf<MemberParams['update']>): Promise<MemberView> {
    const { params, caller, user } = call;
    const member = await this.change.execute(holderOf('project', call), params.user_id, memberTerms(params), user);
    return presentMember(member, caller.baseUrl);
  }

  @Endpoint.delete('/projects/:id/members/:user_id', {
    summary: 'Remove a member from a project, or leave it',
    can: read,
    params: ProjectParams.member,
    returns: returns.empty,
    refuses: [RecordNotFound],
  })
  remove(@Call() call: CallOf<MemberParams['member']>): Promise<void> {
    const { params, user, unlessModified } = call;
    return this.removal.execute(holderOf('project', call), params.user_id, user, unlessModified);
  }

  private async page(call: CallOf<MemberParams['list']>, scope: MemberScope): Promise<Page<MemberView>> {
    const request = pageRequest(call.params, { by: 'id', sort: 'asc' });
    const page = await this.facts.page(holderOf('project', call), scope, memberFilters(call.params), request);
    return page.map((member) => presentMember(member, call.caller.baseUrl));
  }

  private async single(call: CallOf<MemberParams['member']>, scope: MemberScope): Promise<MemberView> {
    const member = await this.facts.one(holderOf('project', call), scope, call.params.user_id);
    return presentMember(member, call.caller.baseUrl);
  }
}

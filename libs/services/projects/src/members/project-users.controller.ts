import { Controller } from '@nestjs/common';
import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { Call, Endpoint, pageRequest, returns, type CallOf, type Page } from '@hearth/http';
import { sharingAbilities } from '../abilities.js';
import { MemberFacts } from './member.facts.js';
import { ProjectUsersParams } from './member.params.js';
import { maySearchEmails, memberSourceOf } from './membership.rules.js';

@Controller()
export class ProjectUsersController {
  constructor(private readonly memberFacts: MemberFacts) {}

  @Endpoint.get('/projects/:id/users', {
    summary: 'List the users who have a level in a project, by whatever right',
    can: sharingAbilities.readUsers,
    params: ProjectUsersParams,
    returns: returns.page(UserBasicView),
  })
  async list(@Call() call: CallOf<typeof ProjectUsersParams>): Promise<Page<UserBasicView>> {
    const request = pageRequest(call.params, { by: 'id', sort: 'asc' });
    const page = await this.memberFacts.page(
      memberSourceOf('project', call),
      'all',
      {
        search: call.params.search,
        byEmail: maySearchEmails('project', call),
        skip: call.params.skip_users?.length ? call.params.skip_users : undefined,
      },
      request,
    );
    return page.map((user) => presentUserBasic(user, call.caller.baseUrl));
  }
}

import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { UserMembershipView, presentUserMembership } from './user-membership.view.js';
import { UserMembershipsFacts } from './user-memberships.facts.js';
import { UserMembershipsParams, kindOf } from './user-memberships.params.js';

@Controller()
export class UserMembershipsController {
  constructor(private readonly userMembershipsFacts: UserMembershipsFacts) {}

  @Endpoint.get('/users/:user_id/memberships', {
    summary: 'List the projects and groups that a user is a member of',
    admin: true,
    scope: 'read_user',
    params: UserMembershipsParams,
    returns: returns.page(UserMembershipView),
    refuses: [UserNotFound],
  })
  async list(@Call() { params }: CallOf<typeof UserMembershipsParams>): Promise<Page<UserMembershipView>> {
    const { user_id: userId, page, per_page: perPage } = params;
    const memberships = await this.userMembershipsFacts.page(userId, kindOf(params), { page, perPage });
    return memberships.map(presentUserMembership);
  }
}

import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { UserActivityFacts } from './user-activity.facts.js';
import { UserActivitiesParams } from './user-activity.params.js';
import { UserActivityView, presentUserActivity } from './user-activity.view.js';

@Controller()
export class UserActivitiesController {
  constructor(private readonly userActivityFacts: UserActivityFacts) {}

  @Endpoint.get('/user/activities', {
    summary: 'List the last activities of users, the oldest first',
    admin: true,
    scope: 'read_user',
    params: UserActivitiesParams,
    returns: returns.page(UserActivityView),
  })
  async list(@Call() { params }: CallOf<typeof UserActivitiesParams>) {
    const page = await this.userActivityFacts.page(params.from, { page: params.page, perPage: params.per_page });
    return page.map(presentUserActivity);
  }
}

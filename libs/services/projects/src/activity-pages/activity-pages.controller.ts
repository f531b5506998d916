import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { UserNotFound } from '@hearth/identity-contracts';
import { pageOf } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { projectsCaller } from '../access/projects-caller.js';
import { ActivityFacts } from '../activity/activity.facts.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { GroupActivityParams, ProjectActivityParams, UserActivityParams } from './activity-page.params.js';
import { presentGroupActivity, presentProjectActivity, presentUserActivity } from './activity-pages.view.js';

const NEWEST = { sort: 'desc' } as const;

/** Pages of the activities in a project and a group, and of a user. */
@Controller()
export class ActivityPagesController {
  constructor(
    private readonly activityFacts: ActivityFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/activity', {
    summary: 'Show the activities in a project',
    can: abilities.readProject,
    params: ProjectActivityParams,
    returns: returns.html,
  })
  async ofProject(@Call() call: CallOf<typeof ProjectActivityParams>) {
    const { params, project, caller } = call;
    const scope = { of: 'project', projectId: project.project.id } as const;
    const reader = projectsCaller(caller.principal);
    const page = await this.activityFacts.page(reader, scope, NEWEST, pageOf(params.page));
    return this.pages.page(call, 'project-activity', presentProjectActivity(project, page));
  }

  @Endpoint.get('/-/group/:id/activity', {
    summary: 'Show the activities in the projects of a group',
    can: abilities.readGroup,
    params: GroupActivityParams,
    returns: returns.html,
  })
  async ofGroup(@Call() call: CallOf<typeof GroupActivityParams>) {
    const { params, group, caller } = call;
    const scope = { of: 'group', groupId: group.group.id } as const;
    const reader = projectsCaller(caller.principal);
    const page = await this.activityFacts.page(reader, scope, NEWEST, pageOf(params.page));
    return this.pages.page(call, 'group-activity', presentGroupActivity(group, page));
  }

  @Endpoint.get('/users/:username/activity', {
    summary: 'Show the activities of a user in projects that the caller may see',
    anonymous: 'allowed',
    params: UserActivityParams,
    returns: returns.html,
    refuses: [UserNotFound],
  })
  async ofUser(@Call() call: CallOf<typeof UserActivityParams>) {
    const { params, caller } = call;
    const { username } = params;
    const reader = projectsCaller(caller.principal);
    const page = await this.activityFacts.pageOfUser(reader, { username }, NEWEST, pageOf(params.page));
    return this.pages.page(call, 'user-activity', presentUserActivity(username, page));
  }
}

import { Controller } from '@nestjs/common';
import { UserNotFound } from '@hearth/identity-contracts';
import { Call, Endpoint, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { projectsCaller } from '../access/projects-caller.js';
import { ActivityFacts, type ActivityFact } from './activity.facts.js';
import { ListEventsParams, ListProjectEventsParams, ListUserEventsParams, activityFilters } from './activity.params.js';
import { EventView, presentEvent } from './activity.view.js';

@Controller()
export class ActivityController {
  constructor(private readonly activityFacts: ActivityFacts) {}

  @Endpoint.get('/events', {
    summary: "List the caller's own activities, or all in their projects",
    scope: 'read_user',
    params: ListEventsParams,
    returns: returns.page(EventView),
  })
  async ofCaller(@Call() { params, user, caller }: CallOf<typeof ListEventsParams>): Promise<Page<EventView>> {
    const scope = params.scope === 'all' ? ({ of: 'own-projects' } as const) : ownOf(user.userId);
    const page = await this.activityFacts.page(projectsCaller(user), scope, ...listOf(params));
    return presented(page, caller.baseUrl);
  }

  @Endpoint.get('/projects/:id/events', {
    summary: 'List the activities in a project',
    can: abilities.readProject,
    params: ListProjectEventsParams,
    returns: returns.page(EventView),
  })
  async ofProject(
    @Call() { params, project, caller }: CallOf<typeof ListProjectEventsParams>,
  ): Promise<Page<EventView>> {
    const scope = { of: 'project', projectId: project.project.id } as const;
    const page = await this.activityFacts.page(projectsCaller(caller.principal), scope, ...listOf(params));
    return presented(page, caller.baseUrl);
  }

  @Endpoint.get('/users/:user_id/events', {
    summary: 'List the activities of a user in projects that the caller may see',
    anonymous: 'allowed',
    scope: 'read_user',
    params: ListUserEventsParams,
    returns: returns.page(EventView),
    refuses: [UserNotFound],
  })
  async ofUser(@Call() { params, caller }: CallOf<typeof ListUserEventsParams>): Promise<Page<EventView>> {
    const reader = projectsCaller(caller.principal);
    const page = await this.activityFacts.pageOfUser(reader, params.user_id, ...listOf(params));
    return presented(page, caller.baseUrl);
  }
}

function ownOf(id: number) {
  return { of: 'user', user: { id } } as const;
}

function listOf(params: Parameters<typeof activityFilters>[0]) {
  return [activityFilters(params), { page: params.page, perPage: params.per_page }] as const;
}

function presented(page: Page<ActivityFact>, baseUrl: string): Page<EventView> {
  return page.map((fact) => presentEvent(fact, baseUrl));
}

import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, returns, type CallOf } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { GroupFacts } from '../groups/group.facts.js';
import { GROUPS_BY_NAME } from '../groups/group-list.rules.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ProjectFacts } from '../projects/project.facts.js';
import { EVERY_PROJECT } from '../projects/project-list.rules.js';
import { TopicFacts } from '../topics/topic.facts.js';
import { ExploreGroupsParams, ExploreParams, SORT_ORDERS } from './explore-page.params.js';
import { presentExplore, presentExploreGroups } from './explore-pages.view.js';

/** Topics on the page: those with the most projects. */
const MOST_TOPICS = 20;

/** Pages of the projects and groups that the caller sees, also for anonymous callers. */
@Controller()
export class ExplorePagesController {
  constructor(
    private readonly projectFacts: ProjectFacts,
    private readonly groupFacts: GroupFacts,
    private readonly topicFacts: TopicFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/explore', {
    summary: 'Show the projects that are visible to the caller',
    anonymous: 'allowed',
    params: ExploreParams,
    returns: returns.html,
  })
  async projects(@Call() call: CallOf<typeof ExploreParams>) {
    const { search, sort = 'latest_activity_desc', topic, page } = call.params;
    const { principal } = call.caller;
    const filters = {
      ...EVERY_PROJECT,
      ...SORT_ORDERS[sort],
      archived: false,
      ...(search && { search }),
      ...(topic && { topics: [topic] }),
    };
    const [projects, topics] = await Promise.all([
      this.projectFacts.page(principal, filters, pageOf(page)),
      this.topicFacts.page(principal, { withoutProjects: false }, { page: 1, perPage: MOST_TOPICS }),
    ]);
    const values = { search: search?.text ?? '', sort, topic: topic ?? null };
    return this.pages.page(call, 'explore', presentExplore(projects, topics.items, values));
  }

  @Endpoint.get('/explore/projects', {
    summary: 'Redirect to the projects that are visible to the caller',
    anonymous: 'allowed',
    params: ExploreParams,
    returns: returns.html,
  })
  redirectToProjects() {
    return new Redirect('/explore');
  }

  @Endpoint.get('/explore/groups', {
    summary: 'Show the groups that are visible to the caller',
    anonymous: 'allowed',
    params: ExploreGroupsParams,
    returns: returns.html,
  })
  async groups(@Call() call: CallOf<typeof ExploreGroupsParams>) {
    const { search, page } = call.params;
    const filters = { ...GROUPS_BY_NAME, ...(search && { search }) };
    const groups = await this.groupFacts.page(call.caller.principal, filters, pageOf(page));
    return this.pages.page(call, 'explore-groups', presentExploreGroups(groups, search?.text ?? ''));
  }
}

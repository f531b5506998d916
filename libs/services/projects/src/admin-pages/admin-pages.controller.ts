import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { ApplicationStatisticsFacts } from '../application-statistics/application-statistics.facts.js';
import { SORT_ORDERS } from '../explore-pages/explore-page.params.js';
import { GroupFacts } from '../groups/group.facts.js';
import { GROUPS_BY_NAME } from '../groups/group-list.rules.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ProjectFacts } from '../projects/project.facts.js';
import { EVERY_PROJECT } from '../projects/project-list.rules.js';
import { AdminGroupsParams, AdminProjectsParams, AdminUsageParams } from './admin-page.params.js';
import { presentAdminGroups, presentAdminProjects, presentAdminUsage } from './admin-pages.view.js';

const ADMIN = { admin: true, returns: returns.html } as const;

/** Pages on which admins find projects and groups, and see how many records the instance has. */
@Controller()
export class AdminPagesController {
  constructor(
    private readonly projectFacts: ProjectFacts,
    private readonly groupFacts: GroupFacts,
    private readonly applicationStatisticsFacts: ApplicationStatisticsFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/admin/projects', { summary: 'Show all projects to admins', ...ADMIN, params: AdminProjectsParams })
  async projects(@Call() call: CallOf<typeof AdminProjectsParams>) {
    const { search, sort = 'latest_activity_desc', state = 'all', page } = call.params;
    const filters = {
      ...EVERY_PROJECT,
      ...SORT_ORDERS[sort],
      ...(state !== 'all' && { archived: state === 'archived' }),
      ...(search && { search }),
    };
    const projects = await this.projectFacts.page(call.user, filters, pageOf(page));
    const data = presentAdminProjects(projects, { search: search?.text ?? '', sort, state });
    return this.pages.page(call, 'admin-projects', data);
  }

  @Endpoint.get('/admin/groups', { summary: 'Show all groups to admins', ...ADMIN, params: AdminGroupsParams })
  async groups(@Call() call: CallOf<typeof AdminGroupsParams>) {
    const { search, page } = call.params;
    const filters = { ...GROUPS_BY_NAME, statistics: true, ...(search && { search }) };
    const groups = await this.groupFacts.page(call.user, filters, pageOf(page));
    return this.pages.page(call, 'admin-groups', presentAdminGroups(groups, search?.text ?? ''));
  }

  @Endpoint.get('/admin/usage', {
    summary: 'Show the numbers of records of the instance to admins',
    ...ADMIN,
    params: AdminUsageParams,
  })
  async usage(@Call() call: CallOf<typeof AdminUsageParams>) {
    return this.pages.page(call, 'admin-usage', presentAdminUsage(await this.applicationStatisticsFacts.current()));
  }
}

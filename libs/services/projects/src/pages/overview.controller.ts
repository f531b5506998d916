import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, RouteNotFound, returns, signInAddress, type CallOf } from '@hearth/http';
import { pageLinks, pageOf } from '@hearth/pages';
import { OverviewFacts, type Overview } from './overview.facts.js';
import {
  NEW_GROUP,
  NEW_PROJECT,
  presentGroupRow,
  presentOverviewGroup,
  presentOverviewProject,
  presentOverviewUser,
  presentRow,
} from './overview.view.js';
import { PageRenderer } from './page-renderer.js';
import { DashboardParams, OverviewParams } from './page.params.js';

/** Pages of users, groups and projects. The edge routes their addresses here, since each is a path that no other route matches. */
@Controller()
export class OverviewController {
  constructor(
    private readonly overviewFacts: OverviewFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/overview', {
    summary: 'Show the page of a user, a group or a project',
    anonymous: 'allowed',
    params: OverviewParams,
    returns: returns.html,
    refuses: [RouteNotFound],
  })
  async show(@Call() call: CallOf<typeof OverviewParams>) {
    const { path, search, page } = call.params;
    const { principal } = call.caller;
    const found = await this.overviewFacts.of(path, principal, { ...pageOf(page), search });
    const section = found ? undefined : await this.overviewFacts.sectionAt(path, principal);
    if (section !== undefined) return new Redirect(section);
    // Sign-in would not help: no page of the project has such an address.
    if (!found && !principal && (await this.overviewFacts.isInPublicProject(path))) throw RouteNotFound();
    return this.answer(call, `/${path}`, found);
  }

  @Endpoint.get('/-/overview/group', {
    summary: 'Show the page of a group',
    anonymous: 'allowed',
    params: OverviewParams,
    returns: returns.html,
    refuses: [RouteNotFound],
  })
  async group(@Call() call: CallOf<typeof OverviewParams>) {
    const { path, search, page } = call.params;
    const found = await this.overviewFacts.group(path, call.caller.principal, { ...pageOf(page), search });
    return this.answer(call, `/groups/${path}`, found);
  }

  @Endpoint.get('/dashboard', {
    summary: "Redirect to one's projects",
    params: DashboardParams,
    returns: returns.html,
  })
  dashboard() {
    return new Redirect('/dashboard/projects');
  }

  @Endpoint.get('/dashboard/projects', {
    summary: "Show one's projects",
    params: DashboardParams,
    returns: returns.html,
  })
  async ownProjects(@Call() call: CallOf<typeof DashboardParams>) {
    const request = pageOf(call.params.page);
    const projects = await this.overviewFacts.ownProjects(call.user, request);
    const rows = projects.items.map(presentRow);
    const data = {
      title: 'Your projects',
      projects: rows,
      pager: pageLinks(projects, '/dashboard/projects'),
      create: NEW_PROJECT,
    };
    return this.pages.page(call, 'own-list', data);
  }

  @Endpoint.get('/dashboard/groups', {
    summary: "Show one's groups",
    params: DashboardParams,
    returns: returns.html,
  })
  async ownGroups(@Call() call: CallOf<typeof DashboardParams>) {
    const request = pageOf(call.params.page);
    const groups = await this.overviewFacts.ownGroups(call.user, request);
    const pager = pageLinks(groups, '/dashboard/groups');
    const mayCreateGroups = call.user.admin || call.user.canCreateGroup;
    const data = {
      title: 'Your groups',
      projects: groups.items.map(presentGroupRow),
      pager,
      create: mayCreateGroups ? NEW_GROUP : null,
    };
    return this.pages.page(call, 'own-list', data);
  }

  /** Redirects anonymous callers to sign-in for every path without a page visible to them, whether it is hidden or does not exist. */
  private answer(call: CallOf<typeof OverviewParams>, address: string, found: Overview | undefined) {
    const { principal } = call.caller;
    if (!found && !principal) return new Redirect(signInAddress(address));
    if (!found) throw RouteNotFound();
    switch (found.kind) {
      case 'project':
        return this.pages.page(call, 'project', presentOverviewProject(found, call.caller));
      case 'group':
        return this.pages.page(call, 'group', presentOverviewGroup(found, principal, call.params.search?.text ?? ''));
      case 'user':
        return this.pages.page(call, 'user', presentOverviewUser(found));
    }
  }
}

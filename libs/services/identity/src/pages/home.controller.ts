import { Controller } from '@nestjs/common';
import { CallFailed, Calls } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { RecentProjectsQuery } from '@hearth/projects-contracts';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { NoParams } from '../users/user.params.js';
import { PageRenderer } from './page-renderer.js';

/** Maximum number of projects on the start page; another page lists all. */
const MOST_PROJECTS = 10;

/** Start page. */
@Controller()
export class HomeController {
  constructor(
    private readonly calls: Calls,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/', {
    summary: 'Show the start page',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.html,
  })
  async home(@Call() call: CallOf<typeof NoParams>) {
    const { principal } = call.caller;
    const projects = principal ? await this.recentProjects(principal) : undefined;
    return this.pages.page(call, 'home', { title: 'Welcome', projects });
  }

  /** @returns undefined while the projects service does not answer: the page is useful without it */
  private async recentProjects({ userId: id, admin, external }: Principal) {
    try {
      const asked = { user: { id, admin, external }, most: MOST_PROJECTS };
      return (await this.calls.query(RecentProjectsQuery, asked)).projects;
    } catch (error) {
      if (error instanceof CallFailed) return undefined;
      throw error;
    }
  }
}

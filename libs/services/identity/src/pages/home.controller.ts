import { Controller } from '@nestjs/common';
import { Calls, answerOr } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { CountTodosQuery, RecentProjectsQuery } from '@hearth/projects-contracts';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { NoParams } from '../users/user.params.js';
import { PageRenderer } from './page-renderer.js';

/** Maximum number of projects on the start page; another page lists all. */
const MOST_PROJECTS = 10;
/** To-do items that are counted. */
const MOST_TODOS = 100;

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
    const [projects, todos] = principal ? await this.ownOf(principal) : [];
    return this.pages.page(call, 'home', { title: 'Welcome', projects, todos });
  }

  /** Returns the user's projects, and the number of to-do items. @returns undefined for both while the projects service does not answer: the page is useful without it */
  private ownOf({ userId: id, admin, external }: Principal) {
    const user = { id, admin, external };
    return Promise.all([
      answerOr(
        this.calls.query(RecentProjectsQuery, { user, most: MOST_PROJECTS }).then(({ projects }) => projects),
        undefined,
      ),
      answerOr(this.calls.query(CountTodosQuery, { user, most: MOST_TODOS }).then(countText), undefined),
    ]);
  }
}

function countText({ count }: { readonly count: number }): string {
  return count < MOST_TODOS ? String(count) : `${MOST_TODOS - 1}+`;
}

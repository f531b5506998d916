import { hash } from 'node:crypto';
import { Controller } from '@nestjs/common';
import { CallFailed, Calls } from '@hearth/calls';
import type { Principal } from '@hearth/contract-kit';
import { RecentProjectsQuery } from '@hearth/projects-contracts';
import { Call, Endpoint, Html, MARK, Stream, returns, type CallOf } from '@hearth/http';
import { NoParams } from '../users/user.params.js';
import { PageRenderer } from './page-renderer.js';
import { script } from './script.js';
import { styleSheet } from './style.js';

const etag = hash('sha256', styleSheet);
const scriptEtag = hash('sha256', script);
const markEtag = hash('sha256', MARK);

/** Maximum number of projects on the start page; another page lists all. */
const MOST_PROJECTS = 10;

/** Start page, and the assets of all pages. */
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
    return new Html(this.pages.render(call, 'home', { title: 'Welcome', projects }));
  }

  @Endpoint.get('/-/assets/hearth.css', {
    summary: 'Get the style sheet of the pages',
    at: 'root',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.stream('text/css'),
  })
  styleSheet() {
    return new Stream(Buffer.from(styleSheet), { type: 'text/css; charset=utf-8', etag });
  }

  @Endpoint.get('/-/assets/hearth.js', {
    summary: 'Get the script of the pages',
    at: 'root',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.stream('text/javascript'),
  })
  script() {
    return new Stream(Buffer.from(script), { type: 'text/javascript; charset=utf-8', etag: scriptEtag });
  }

  @Endpoint.get('/-/assets/hearth.svg', {
    summary: 'Get the icon of the pages',
    at: 'root',
    anonymous: 'allowed',
    params: NoParams,
    returns: returns.stream('image/svg+xml'),
  })
  icon() {
    return new Stream(Buffer.from(MARK), { type: 'image/svg+xml', etag: markEtag });
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

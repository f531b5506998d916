import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, v4, type CallOf } from '@hearth/http';
import { PageTexts, pageOf } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ProjectPageParams } from '../pages/page.params.js';
import { presentReleasesPage } from './release-pages.view.js';
import { ReleasesFacts } from './releases.facts.js';

const ReleasesPageParams = ProjectPageParams.extend({ page: v4.page.page });
const NEWEST_FIRST = { orderBy: 'released_at', sort: 'desc' } as const;

/** Pages of the releases of a project. */
@Controller()
export class ReleasePagesController {
  constructor(
    private readonly releasesFacts: ReleasesFacts,
    private readonly pageTexts: PageTexts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/releases', {
    summary: 'Show the releases',
    can: abilities.downloadCode,
    authorize: 'before-params',
    routeBy: 'storage',
    params: ReleasesPageParams,
    returns: returns.html,
  })
  async list(@Call() call: CallOf<typeof ReleasesPageParams>) {
    const { project, params, caller } = call;
    const { id, fullPath } = project.project;
    const releases = await this.releasesFacts.page(id, NEWEST_FIRST, pageOf(params.page));
    const texts = releases.items.map(({ release }) => release.description);
    const rendered = await this.pageTexts.of(texts, { project: fullPath }, caller);
    return this.pages.page(call, 'releases', presentReleasesPage(project, releases, rendered, new Date()));
  }
}

import { Controller } from '@nestjs/common';
import { Call, Endpoint, Page, v4, type CallOf, type EndpointCall, type Html } from '@hearth/http';
import { FIRST_PAGE, PageTexts, pageOf } from '@hearth/pages';
import { CODE_PAGE } from '../pages/code-page.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ProjectPageParams } from '../pages/page.params.js';
import { ReleaseNotFound } from '../refusals.js';
import { presentReleasesPage } from './release-pages.view.js';
import { ReleasePageParams } from './release.params.js';
import { ReleasesFacts, type ReleaseFact } from './releases.facts.js';

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
    ...CODE_PAGE,
    params: ReleasesPageParams,
  })
  async list(@Call() call: CallOf<typeof ReleasesPageParams>) {
    const { project, params } = call;
    return this.show(call, await this.releasesFacts.page(project.project.id, NEWEST_FIRST, pageOf(params.page)));
  }

  @Endpoint.get('/-/project/:id/releases/:tag_name', {
    summary: 'Show the release of a tag',
    ...CODE_PAGE,
    slashes: ['tag_name'],
    params: ReleasePageParams,
    refuses: [ReleaseNotFound],
  })
  async one(@Call() call: CallOf<typeof ReleasePageParams>) {
    const release = await this.releasesFacts.one(call.project.project.id, call.params.tag_name);
    return this.show(call, new Page([release], FIRST_PAGE, 1));
  }

  private async show(call: EndpointCall<unknown>, releases: Page<ReleaseFact>): Promise<Html> {
    const { project, caller } = call;
    const texts = releases.items.map(({ release }) => release.description);
    const rendered = await this.pageTexts.of(texts, { project: project.project.fullPath }, caller);
    return this.pages.page(call, 'releases', presentReleasesPage(project, releases, rendered, new Date()));
  }
}

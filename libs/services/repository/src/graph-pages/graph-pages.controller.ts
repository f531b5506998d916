import { Controller } from '@nestjs/common';
import { Call, Endpoint, Redirect, v4, type CallOf } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { ContributorsFacts } from '../contributors/contributors.facts.js';
import { LanguagesFacts } from '../languages/languages.facts.js';
import { CODE_PAGE } from '../pages/code-page.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { ProjectPageParams, RefPathParams } from '../pages/page.params.js';
import { presentEmptyRepository } from '../pages/ref-page.view.js';
import { RefPathFacts } from '../pages/ref-path.facts.js';
import { ContributorsNotCounted, ReadTookTooLong, TreeNotFound } from '../refusals.js';
import { readerOf } from '../repositories/reader.js';
import { withinTime } from '../repositories/within-time.js';
import { graphsAddress, presentGraphs } from './graph-pages.view.js';

const SHOW = {
  ...CODE_PAGE,
  costly: true,
  refuses: [ContributorsNotCounted, ReadTookTooLong, TreeNotFound],
} as const;
const DefaultGraphsParams = ProjectPageParams.extend({ page: v4.page.page });
const GraphsParams = RefPathParams.extend({ page: v4.page.page });

/** Page of the contributors and the languages of the default branch: others are not counted. */
@Controller()
export class GraphPagesController {
  constructor(
    private readonly refPathFacts: RefPathFacts,
    private readonly contributorsFacts: ContributorsFacts,
    private readonly languagesFacts: LanguagesFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/graphs', {
    summary: 'Show the contributors and languages of the default branch',
    ...SHOW,
    params: DefaultGraphsParams,
  })
  ofDefaultBranch(@Call() call: CallOf<typeof DefaultGraphsParams>) {
    return this.show(call);
  }

  @Endpoint.get('/-/project/:id/graphs/:path', {
    summary: 'Show the contributors and languages of the default branch, or redirect to them',
    ...SHOW,
    slashes: ['path'],
    params: GraphsParams,
  })
  ofBranch(@Call() call: CallOf<typeof GraphsParams>) {
    return this.show(call, call.params.path);
  }

  /** @param asked name of a branch; undefined: the default branch */
  private async show(call: CallOf<typeof DefaultGraphsParams>, asked?: string) {
    const { project, params, caller } = call;
    const { id } = project.project;
    const location = await this.refPathFacts.find(readerOf(call));
    if (!location) {
      const page = presentEmptyRepository(project, 'commits', { baseUrl: caller.baseUrl, mayPush: false });
      return this.pages.page(call, 'empty-repository', page);
    }
    const { ref: branch } = location;
    if (asked !== undefined && asked !== branch) return new Redirect(graphsAddress(project, branch));
    const query = { orderBy: 'commits', sort: 'desc', request: pageOf(params.page) } as const;
    const [contributors, languages] = await Promise.all([
      this.contributorsFacts.page(id, query),
      withinTime(this.languagesFacts.coloured(id)),
    ]);
    return this.pages.page(call, 'graphs', presentGraphs(project, branch, contributors, languages));
  }
}

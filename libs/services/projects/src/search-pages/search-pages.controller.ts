import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { CodeSearchBusy } from '@hearth/repository-contracts';
import { abilities } from '../abilities.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { codeSearchError, type CodeScope } from '../search/code-search.rules.js';
import { RepositorySearchFacts } from '../search/repository-search.facts.js';
import { isCodeScope } from '../search/search.params.js';
import { inProject } from '../search/search.rules.js';
import { SearchPageFacts } from './search-page.facts.js';
import { ProjectSearchPageParams, SearchPageParams } from './search-page.params.js';
import {
  presentFoundCode,
  presentFoundRows,
  presentProjectSearch,
  presentSearch,
  type SearchResult,
} from './search-pages.view.js';

const ERRORS = {
  'is missing': 'Write a text beside the filters.',
  'is invalid': 'The text is too long, or has too many filters.',
} as const;

/** Pages of searches, everywhere and in a project. */
@Controller()
export class SearchPagesController {
  constructor(
    private readonly searchPageFacts: SearchPageFacts,
    private readonly repositorySearchFacts: RepositorySearchFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/search', {
    summary: 'Search in a browser',
    params: SearchPageParams,
    returns: returns.html,
  })
  async everywhere(@Call() call: CallOf<typeof SearchPageParams>) {
    const { scope = 'projects', search, page } = call.params;
    const place = { of: 'everything' } as const;
    const found = search && (await this.searchPageFacts.find(place, { scope, search }, call, pageOf(page)));
    const rows = found ? presentFoundRows(found) : null;
    return this.pages.page(call, 'search', presentSearch({ scope, text: search?.text ?? '', rows }));
  }

  @Endpoint.get('/-/project/:id/search', {
    summary: 'Search in a project in a browser',
    can: abilities.searchProject,
    params: ProjectSearchPageParams,
    returns: returns.html,
    refuses: [CodeSearchBusy],
  })
  async inProject(@Call() call: CallOf<typeof ProjectSearchPageParams>) {
    const { scope = 'blobs' } = call.params;
    const result = isCodeScope(scope) ? await this.code(call, scope) : await this.records(call, scope);
    return this.pages.page(call, 'project-search', presentProjectSearch(call.project, result));
  }

  private async records(
    call: CallOf<typeof ProjectSearchPageParams>,
    scope: 'issues' | 'merge_requests' | 'milestones',
  ): Promise<SearchResult> {
    const { project, user } = call;
    const { search, page } = call.params;
    if (!search) return { scope, text: '', rows: null };
    const found = await this.searchPageFacts.find(inProject(project, user), { scope, search }, call, pageOf(page));
    return { scope, text: search.text, rows: presentFoundRows(found) };
  }

  private async code(
    { params, project, user, signal }: CallOf<typeof ProjectSearchPageParams>,
    scope: CodeScope,
  ): Promise<SearchResult> {
    const text = params.search?.text ?? '';
    if (text === '') return { scope, text, rows: null };
    const error = codeSearchError(scope, text);
    if (error) return { scope, text, rows: null, error: ERRORS[error] };
    const found = await this.repositorySearchFacts.find(project, user, { scope, text }, pageOf(params.page), signal);
    return { scope, text, rows: presentFoundCode(found, project.project.fullPath) };
  }
}

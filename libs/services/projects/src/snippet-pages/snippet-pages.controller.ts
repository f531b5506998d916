import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { SnippetNotFound } from '../refusals.js';
import { SnippetFacts } from '../snippets/snippet.facts.js';
import { snippetCaller } from '../snippets/snippet.rules.js';
import { SnippetPageFacts } from './snippet-page.facts.js';
import { PersonalSnippetPageParams, SnippetListPageParams, SnippetPageParams } from './snippet-page.params.js';
import { presentProjectSnippetPage, presentSnippetListPage, presentSnippetPage } from './snippet-pages.view.js';

/** Pages of the snippets of a project, of one, and of a personal one. */
@Controller()
export class SnippetPagesController {
  constructor(
    private readonly snippetFacts: SnippetFacts,
    private readonly snippetPageFacts: SnippetPageFacts,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/-/project/:id/snippets', {
    summary: 'Show the snippets of a project',
    can: abilities.readSnippet,
    params: SnippetListPageParams,
    returns: returns.html,
  })
  async list(@Call() call: CallOf<typeof SnippetListPageParams>) {
    const { params, project, user } = call;
    const page = await this.snippetFacts.inProject(project, snippetCaller(user), pageOf(params.page));
    return this.pages.page(call, 'snippet-list', presentSnippetListPage(project, page));
  }

  @Endpoint.get('/-/project/:id/snippets/:snippet_id', {
    summary: 'Show a snippet of a project',
    can: abilities.readSnippet,
    params: SnippetPageParams,
    returns: returns.html,
    refuses: [SnippetNotFound],
  })
  async show(@Call() call: CallOf<typeof SnippetPageParams>) {
    const { params, project, user } = call;
    const snippet = await this.snippetFacts.oneInProject(project, snippetCaller(user), params.snippet_id);
    const fact = await this.snippetPageFacts.of(snippet, user);
    return this.pages.page(call, 'project-snippet', presentProjectSnippetPage(project, fact));
  }

  @Endpoint.get('/snippets/:id', {
    summary: 'Show a personal snippet',
    params: PersonalSnippetPageParams,
    returns: returns.html,
    refuses: [SnippetNotFound],
  })
  async personal(@Call() call: CallOf<typeof PersonalSnippetPageParams>) {
    const { params, user } = call;
    const snippet = await this.snippetFacts.onePersonal(snippetCaller(user), params.id);
    const fact = await this.snippetPageFacts.of(snippet, user);
    return this.pages.page(call, 'personal-snippet', presentSnippetPage(fact));
  }
}

import { Controller } from '@nestjs/common';
import { Call, Endpoint, returns, type CallOf, type Stream } from '@hearth/http';
import { pageOf } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { SnippetNotFound } from '../refusals.js';
import { SnippetFacts } from '../snippets/snippet.facts.js';
import { snippetCaller } from '../snippets/snippet.rules.js';
import { rawSnippet } from '../snippets/snippet.view.js';
import { SnippetPageFacts } from './snippet-page.facts.js';
import {
  OwnSnippetsPageParams,
  PersonalSnippetPageParams,
  SnippetListPageParams,
  SnippetPageParams,
} from './snippet-page.params.js';
import {
  presentOwnSnippetsPage,
  presentPersonalSnippetPage,
  presentProjectSnippetPage,
  presentSnippetListPage,
} from './snippet-pages.view.js';

/** Browsers read texts without a charset as those of their user's language. */
const TEXT = 'text/plain; charset=utf-8';
/** Files that the page of a snippet links to. */
const FILE = { at: 'root', credentials: 'token-or-session', returns: returns.stream('text/plain') } as const;

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
    return this.pages.page(call, 'snippet-list', presentSnippetListPage(project, page, user));
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
    return this.pages.page(call, 'project-snippet', presentProjectSnippetPage(project, fact, user));
  }

  @Endpoint.get('/-/project/:id/snippets/:snippet_id/raw', {
    ...FILE,
    summary: 'Show the content of a snippet of a project as a text',
    can: abilities.readSnippet,
    params: SnippetPageParams,
    refuses: [SnippetNotFound],
  })
  async raw(@Call() { params, project, user }: CallOf<typeof SnippetPageParams>): Promise<Stream> {
    const snippet = await this.snippetFacts.oneInProject(project, snippetCaller(user), params.snippet_id);
    return rawSnippet(snippet, await this.snippetFacts.content(snippet), TEXT);
  }

  @Endpoint.get('/dashboard/snippets', {
    summary: "Show one's personal snippets",
    params: OwnSnippetsPageParams,
    returns: returns.html,
  })
  async own(@Call() call: CallOf<typeof OwnSnippetsPageParams>) {
    const page = await this.snippetFacts.own(snippetCaller(call.user), pageOf(call.params.page));
    return this.pages.page(call, 'snippet-list', presentOwnSnippetsPage(page));
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
    return this.pages.page(call, 'personal-snippet', presentPersonalSnippetPage(fact, user));
  }

  @Endpoint.get('/snippets/:id/raw', {
    ...FILE,
    summary: 'Show the content of a personal snippet as a text',
    params: PersonalSnippetPageParams,
    refuses: [SnippetNotFound],
  })
  async rawPersonal(@Call() { params, user }: CallOf<typeof PersonalSnippetPageParams>): Promise<Stream> {
    const snippet = await this.snippetFacts.onePersonal(snippetCaller(user), params.id);
    return rawSnippet(snippet, await this.snippetFacts.content(snippet), TEXT);
  }
}

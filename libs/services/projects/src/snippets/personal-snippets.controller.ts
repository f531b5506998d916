import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, Stream, returns, type CallOf, type Page } from '@hearth/http';
import { UserAgentDetailView, presentUserAgent } from '../user-agents/user-agent.view.js';
import { SnippetInvalid, SnippetNotFound, UserAgentDetailNotFound } from '../refusals.js';
import { CreateSnippet } from './create.js';
import { DeleteSnippet } from './delete.js';
import { SnippetFacts } from './snippet.facts.js';
import {
  AllSnippetsParams,
  CreatePersonalSnippetParams,
  PersonalSnippetParams,
  PersonalSnippetsParams,
  SNIPPET_BODY,
  UpdatePersonalSnippetParams,
  fileOf,
  snippetChanges,
} from './snippet.params.js';
import { snippetCaller } from './snippet.rules.js';
import {
  AnySnippetView,
  PersonalSnippetView,
  presentAnySnippet,
  presentPersonalSnippet,
  rawSnippet,
} from './snippet.view.js';
import { UpdateSnippet } from './update.js';

type SnippetCall = Pick<CallOf<typeof PersonalSnippetParams>, 'caller' | 'user'>;

@Controller()
export class PersonalSnippetsController {
  constructor(
    private readonly snippetFacts: SnippetFacts,
    private readonly createSnippet: CreateSnippet,
    private readonly updateSnippet: UpdateSnippet,
    private readonly deleteSnippet: DeleteSnippet,
  ) {}

  @Endpoint.get('/snippets', {
    summary: "List the caller's personal snippets",
    params: PersonalSnippetsParams,
    returns: returns.page(PersonalSnippetView),
  })
  async list(@Call() call: CallOf<typeof PersonalSnippetsParams>): Promise<Page<PersonalSnippetView>> {
    const request = { page: call.params.page, perPage: call.params.per_page };
    const page = await this.snippetFacts.own(snippetCaller(call.user), request);
    return page.map((snippet) => presentPersonalSnippet(snippet, call.caller.baseUrl));
  }

  @Endpoint.get('/snippets/all', {
    summary: 'List all snippets, of users and of projects',
    admin: true,
    params: AllSnippetsParams,
    returns: returns.page(AnySnippetView),
  })
  async listAll(@Call() call: CallOf<typeof AllSnippetsParams>): Promise<Page<AnySnippetView>> {
    const { page: number, per_page: perPage, created_after: createdAfter, created_before: createdBefore } = call.params;
    const page = await this.snippetFacts.all({ createdAfter, createdBefore }, { page: number, perPage });
    return page.map((snippet) => presentAnySnippet(snippet, call.caller.baseUrl));
  }

  @Endpoint.get('/snippets/public', {
    summary: 'List all public personal snippets',
    params: PersonalSnippetsParams,
    returns: returns.page(PersonalSnippetView),
  })
  async listPublic(@Call() call: CallOf<typeof PersonalSnippetsParams>): Promise<Page<PersonalSnippetView>> {
    const page = await this.snippetFacts.public({ page: call.params.page, perPage: call.params.per_page });
    return page.map((snippet) => presentPersonalSnippet(snippet, call.caller.baseUrl));
  }

  @Endpoint.get('/snippets/:id', {
    summary: 'Get a personal snippet',
    params: PersonalSnippetParams,
    returns: returns.json(PersonalSnippetView),
    refuses: [SnippetNotFound],
  })
  one(@Call() call: CallOf<typeof PersonalSnippetParams>): Promise<PersonalSnippetView> {
    return this.read(call, call.params.id);
  }

  @Endpoint.post('/snippets', {
    summary: 'Create a personal snippet',
    params: CreatePersonalSnippetParams,
    jsonLimit: SNIPPET_BODY,
    returns: returns.json(PersonalSnippetView),
    refuses: [SnippetInvalid],
  })
  async create(@Call() call: CallOf<typeof CreatePersonalSnippetParams>): Promise<PersonalSnippetView> {
    const { params, user, userAgent, caller } = call;
    const { title, visibility = 'internal', description = null } = params;
    const client = { userAgent, address: caller.clientAddress };
    const snippet = { title, visibility, description, ...fileOf(params) };
    return this.read(call, await this.createSnippet.execute(null, snippet, user, client));
  }

  @Endpoint.put('/snippets/:id', {
    summary: 'Change a personal snippet',
    params: UpdatePersonalSnippetParams,
    jsonLimit: SNIPPET_BODY,
    returns: returns.json(PersonalSnippetView),
    refuses: [SnippetNotFound, SnippetInvalid, Forbidden],
  })
  async update(@Call() call: CallOf<typeof UpdatePersonalSnippetParams>): Promise<PersonalSnippetView> {
    const { id } = call.params;
    await this.snippetFacts.onePersonal(snippetCaller(call.user), id);
    await this.updateSnippet.execute(null, id, snippetChanges(call.params), call.user);
    return this.read(call, id);
  }

  @Endpoint.delete('/snippets/:id', {
    summary: 'Delete a personal snippet',
    params: PersonalSnippetParams,
    returns: returns.empty,
    refuses: [SnippetNotFound, Forbidden],
  })
  async delete(@Call() call: CallOf<typeof PersonalSnippetParams>): Promise<void> {
    await this.snippetFacts.onePersonal(snippetCaller(call.user), call.params.id);
    await this.deleteSnippet.execute(null, call.params.id, call.user, call.unlessModified);
  }

  @Endpoint.get('/snippets/:id/raw', {
    summary: 'Read the content of a personal snippet',
    params: PersonalSnippetParams,
    returns: returns.stream('text/plain'),
    refuses: [SnippetNotFound],
  })
  async raw(@Call() call: CallOf<typeof PersonalSnippetParams>): Promise<Stream> {
    const snippet = await this.snippetFacts.onePersonal(snippetCaller(call.user), call.params.id);
    return rawSnippet(snippet, await this.snippetFacts.content(snippet));
  }

  @Endpoint.get('/snippets/:id/user_agent_detail', {
    summary: 'Get the user agent and address that a personal snippet was created from',
    admin: true,
    params: PersonalSnippetParams,
    returns: returns.json(UserAgentDetailView),
    refuses: [SnippetNotFound, UserAgentDetailNotFound],
  })
  async userAgent(@Call() call: CallOf<typeof PersonalSnippetParams>): Promise<UserAgentDetailView> {
    const snippet = await this.snippetFacts.onePersonal(snippetCaller(call.user), call.params.id);
    return presentUserAgent(await this.snippetFacts.userAgent(snippet));
  }

  private async read(call: SnippetCall, id: number): Promise<PersonalSnippetView> {
    return presentPersonalSnippet(
      await this.snippetFacts.onePersonal(snippetCaller(call.user), id),
      call.caller.baseUrl,
    );
  }
}

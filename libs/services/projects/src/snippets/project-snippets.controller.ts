import { Controller } from '@nestjs/common';
import { Call, Endpoint, Stream, returns, type CallOf, type Page } from '@hearth/http';
import { abilities } from '../abilities.js';
import { UserAgentDetailView, presentUserAgent } from '../user-agents/user-agent.view.js';
import { RecordNotFound, SnippetInvalid, SnippetNotFound, UserAgentDetailNotFound } from '../refusals.js';
import { CreateSnippet } from './create.js';
import { DeleteSnippet } from './delete.js';
import { SnippetFacts } from './snippet.facts.js';
import {
  CreateProjectSnippetParams,
  ProjectSnippetParams,
  ProjectSnippetsParams,
  SNIPPET_BODY,
  UpdateProjectSnippetParams,
  fileOf,
  snippetChanges,
} from './snippet.params.js';
import { snippetCaller } from './snippet.rules.js';
import { SnippetView, presentSnippet, rawSnippet } from './snippet.view.js';
import { UpdateSnippet } from './update.js';

type SnippetCall = Pick<CallOf<typeof ProjectSnippetParams>, 'project' | 'caller' | 'user'>;

@Controller()
export class ProjectSnippetsController {
  constructor(
    private readonly snippetFacts: SnippetFacts,
    private readonly createSnippet: CreateSnippet,
    private readonly updateSnippet: UpdateSnippet,
    private readonly deleteSnippet: DeleteSnippet,
  ) {}

  @Endpoint.get('/projects/:id/snippets', {
    summary: 'List the snippets of a project',
    can: abilities.readSnippet,
    params: ProjectSnippetsParams,
    returns: returns.page(SnippetView),
  })
  async list(@Call() call: CallOf<typeof ProjectSnippetsParams>): Promise<Page<SnippetView>> {
    const { params, project, caller } = call;
    const request = { page: params.page, perPage: params.per_page };
    const page = await this.snippetFacts.inProject(project, snippetCaller(call.user), request);
    return page.map((snippet) => presentSnippet(snippet, caller.baseUrl));
  }

  @Endpoint.get('/projects/:id/snippets/:snippet_id', {
    summary: 'Get a snippet of a project',
    can: abilities.readSnippet,
    params: ProjectSnippetParams,
    returns: returns.json(SnippetView),
    refuses: [RecordNotFound],
  })
  async one(@Call() call: CallOf<typeof ProjectSnippetParams>): Promise<SnippetView> {
    const { params, project, user, caller } = call;
    const { snippet_id: id } = params;
    const snippet = await this.snippetFacts.oneInProject(project, snippetCaller(user), id, RecordNotFound);
    return presentSnippet(snippet, caller.baseUrl);
  }

  @Endpoint.post('/projects/:id/snippets', {
    summary: 'Create a snippet in a project',
    can: abilities.createSnippet,
    params: CreateProjectSnippetParams,
    jsonLimit: SNIPPET_BODY,
    returns: returns.json(SnippetView),
    refuses: [SnippetInvalid],
  })
  async create(@Call() call: CallOf<typeof CreateProjectSnippetParams>): Promise<SnippetView> {
    const { params, project, user, userAgent, caller } = call;
    const { title, visibility, description = null } = params;
    const snippet = { title, visibility, description, ...fileOf(params) };
    const client = { userAgent, address: caller.clientAddress };
    return this.read(call, await this.createSnippet.execute(project.project.id, snippet, user, client));
  }

  @Endpoint.put('/projects/:id/snippets/:snippet_id', {
    summary: 'Change a snippet of a project',
    can: abilities.updateSnippet,
    params: UpdateProjectSnippetParams,
    jsonLimit: SNIPPET_BODY,
    returns: returns.json(SnippetView),
    refuses: [SnippetNotFound, SnippetInvalid],
  })
  async update(@Call() call: CallOf<typeof UpdateProjectSnippetParams>): Promise<SnippetView> {
    const { params, project, user } = call;
    await this.snippetFacts.oneInProject(project, snippetCaller(call.user), params.snippet_id);
    await this.updateSnippet.execute(project.project.id, params.snippet_id, snippetChanges(params), user);
    return this.read(call, params.snippet_id);
  }

  @Endpoint.delete('/projects/:id/snippets/:snippet_id', {
    summary: 'Delete a snippet of a project',
    can: abilities.updateSnippet,
    params: ProjectSnippetParams,
    returns: returns.empty,
    refuses: [SnippetNotFound],
  })
  async delete(@Call() call: CallOf<typeof ProjectSnippetParams>): Promise<void> {
    const { params, project, user, unlessModified } = call;
    await this.snippetFacts.oneInProject(project, snippetCaller(call.user), params.snippet_id);
    await this.deleteSnippet.execute(project.project.id, params.snippet_id, user, unlessModified);
  }

  @Endpoint.get('/projects/:id/snippets/:snippet_id/raw', {
    summary: 'Read the content of a snippet of a project',
    can: abilities.readSnippet,
    params: ProjectSnippetParams,
    returns: returns.stream('text/plain'),
    refuses: [SnippetNotFound],
  })
  async raw(@Call() call: CallOf<typeof ProjectSnippetParams>): Promise<Stream> {
    const snippet = await this.snippetFacts.oneInProject(
      call.project,
      snippetCaller(call.user),
      call.params.snippet_id,
    );
    return rawSnippet(snippet, await this.snippetFacts.content(snippet));
  }

  @Endpoint.get('/projects/:id/snippets/:snippet_id/user_agent_detail', {
    summary: 'Get the user agent and address that a snippet was created from',
    admin: true,
    can: abilities.readSnippet,
    params: ProjectSnippetParams,
    returns: returns.json(UserAgentDetailView),
    refuses: [SnippetNotFound, UserAgentDetailNotFound],
  })
  async userAgent(@Call() call: CallOf<typeof ProjectSnippetParams>): Promise<UserAgentDetailView> {
    const snippet = await this.snippetFacts.oneInProject(
      call.project,
      snippetCaller(call.user),
      call.params.snippet_id,
    );
    return presentUserAgent(await this.snippetFacts.userAgent(snippet));
  }

  private async read(call: SnippetCall, id: number): Promise<SnippetView> {
    const snippet = await this.snippetFacts.oneInProject(call.project, snippetCaller(call.user), id);
    return presentSnippet(snippet, call.caller.baseUrl);
  }
}

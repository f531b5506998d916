import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, Redirect, returns, type CallOf, type EndpointCall } from '@hearth/http';
import { attempt } from '@hearth/pages';
import { abilities } from '../abilities.js';
import { PageRenderer } from '../pages/page-renderer.js';
import { SnippetInvalid, SnippetNotFound } from '../refusals.js';
import { CreateSnippet } from '../snippets/create.js';
import { DeleteSnippet } from '../snippets/delete.js';
import { SnippetFacts } from '../snippets/snippet.facts.js';
import { mayChangeSnippet, snippetCaller } from '../snippets/snippet.rules.js';
import { UpdateSnippet } from '../snippets/update.js';
import {
  DeleteSnippetFormParams,
  EditSnippetFormParams,
  EditSnippetPageParams,
  NewSnippetFormParams,
  NewSnippetPageParams,
  snippetOf,
} from './snippet-form.params.js';
import { NEW_SNIPPET, presentSnippetForm, valuesOf } from './snippet-form.view.js';

const AT = '/-/project/:id/snippets';
const NEW = { can: abilities.createSnippet, returns: returns.html } as const;
/** The write itself decides about authors. */
const CHANGE = { can: abilities.readSnippet, returns: returns.html, refuses: [SnippetNotFound] } as const;

/** Forms that create, change and delete snippets of a project. */
@Controller()
export class SnippetFormsController {
  constructor(
    private readonly snippetFacts: SnippetFacts,
    private readonly createSnippet: CreateSnippet,
    private readonly updateSnippet: UpdateSnippet,
    private readonly deleteSnippet: DeleteSnippet,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get(`${AT}/new`, { summary: 'Show the form of a new snippet', ...NEW, params: NewSnippetPageParams })
  new(@Call() call: CallOf<typeof NewSnippetPageParams>) {
    return this.pages.page(call, 'snippet-form', presentSnippetForm(call.project, undefined, NEW_SNIPPET));
  }

  @Endpoint.post(AT, { summary: 'Create a snippet in a browser', ...NEW, params: NewSnippetFormParams })
  async create(@Call() call: CallOf<typeof NewSnippetFormParams>) {
    const { params, project, user, userAgent, caller } = call;
    const client = { userAgent, address: caller.clientAddress };
    const write = () => this.createSnippet.execute(project.project.id, snippetOf(params), user, client);
    const made = await attempt(write, [SnippetInvalid]);
    if ('value' in made) return this.toSnippet(call, made.value);
    return this.pages.page(call, 'snippet-form', presentSnippetForm(project, undefined, params, made.failures));
  }

  @Endpoint.get(`${AT}/:snippet_id/edit`, {
    summary: 'Show the form of a snippet',
    ...CHANGE,
    params: EditSnippetPageParams,
  })
  async edit(@Call() call: CallOf<typeof EditSnippetPageParams>) {
    const snippet = await this.snippet(call);
    if (!mayChangeSnippet(call.project, snippet, call.user)) throw Forbidden();
    const values = valuesOf(snippet, await this.snippetFacts.content(snippet));
    return this.pages.page(call, 'snippet-form', presentSnippetForm(call.project, snippet.id, values));
  }

  @Endpoint.post(`${AT}/:snippet_id`, {
    summary: 'Change a snippet in a browser',
    ...CHANGE,
    params: EditSnippetFormParams,
  })
  async update(@Call() call: CallOf<typeof EditSnippetFormParams>) {
    const { params, project, user } = call;
    const { id } = await this.snippet(call);
    const write = () => this.updateSnippet.execute(project.project.id, id, snippetOf(params), user);
    const made = await attempt(write, [SnippetInvalid]);
    if ('value' in made) return this.toSnippet(call, id);
    return this.pages.page(call, 'snippet-form', presentSnippetForm(project, id, params, made.failures));
  }

  @Endpoint.post(`${AT}/:snippet_id/delete`, {
    summary: 'Delete a snippet in a browser',
    ...CHANGE,
    params: DeleteSnippetFormParams,
  })
  async delete(@Call() call: CallOf<typeof DeleteSnippetFormParams>) {
    const { params, project, user, unlessModified } = call;
    const { id, title } = await this.snippet(call);
    const list = `/${project.project.fullPath}/-/snippets`;
    if (!params.confirmed) {
      const text = 'Its comments are deleted with it.';
      return this.pages.confirm(call, { title: `Delete “${title}”?`, text, button: 'Delete', back: `${list}/${id}` });
    }
    await this.deleteSnippet.execute(project.project.id, id, user, unlessModified);
    return new Redirect(list);
  }

  private toSnippet({ project }: EndpointCall<unknown>, id: number): Redirect {
    return new Redirect(`/${project.project.fullPath}/-/snippets/${id}`);
  }

  private snippet({ params, project, user }: CallOf<typeof EditSnippetPageParams>) {
    return this.snippetFacts.oneInProject(project, snippetCaller(user), params.snippet_id);
  }
}

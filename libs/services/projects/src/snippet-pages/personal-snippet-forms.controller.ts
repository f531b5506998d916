import { Controller } from '@nestjs/common';
import { Call, Endpoint, Forbidden, Redirect, returns, type CallOf } from '@hearth/http';
import { attempt } from '@hearth/pages';
import { PageRenderer } from '../pages/page-renderer.js';
import { SnippetInvalid, SnippetNotFound } from '../refusals.js';
import { CreateSnippet } from '../snippets/create.js';
import { DeleteSnippet } from '../snippets/delete.js';
import { SnippetFacts } from '../snippets/snippet.facts.js';
import { mayChangePersonalSnippet, snippetCaller } from '../snippets/snippet.rules.js';
import { UpdateSnippet } from '../snippets/update.js';
import {
  DeletePersonalSnippetParams,
  EditPersonalSnippetParams,
  NewPersonalSnippetFormParams,
  NewPersonalSnippetPageParams,
  snippetOf,
} from './snippet-form.params.js';
import { NEW_SNIPPET, OWN_SNIPPETS, presentSnippetForm, valuesOf } from './snippet-form.view.js';
import { PersonalSnippetPageParams } from './snippet-page.params.js';

const CHANGE = { returns: returns.html, refuses: [SnippetNotFound, Forbidden] } as const;

/** Forms that create, change and delete personal snippets. */
@Controller()
export class PersonalSnippetFormsController {
  constructor(
    private readonly snippetFacts: SnippetFacts,
    private readonly createSnippet: CreateSnippet,
    private readonly updateSnippet: UpdateSnippet,
    private readonly deleteSnippet: DeleteSnippet,
    private readonly pages: PageRenderer,
  ) {}

  @Endpoint.get('/snippets/new', {
    summary: 'Show the form of a new personal snippet',
    params: NewPersonalSnippetPageParams,
    returns: returns.html,
  })
  new(@Call() call: CallOf<typeof NewPersonalSnippetPageParams>) {
    return this.pages.page(call, 'snippet-form', presentSnippetForm(null, undefined, NEW_SNIPPET));
  }

  @Endpoint.post('/snippets', {
    summary: 'Create a personal snippet in a browser',
    params: NewPersonalSnippetFormParams,
    returns: returns.html,
  })
  async create(@Call() call: CallOf<typeof NewPersonalSnippetFormParams>) {
    const { params, user, userAgent, caller } = call;
    const client = { userAgent, address: caller.clientAddress };
    const write = () => this.createSnippet.execute(null, snippetOf(params), user, client);
    const made = await attempt(write, [SnippetInvalid]);
    if ('value' in made) return new Redirect(`/snippets/${made.value}`);
    return this.pages.page(call, 'snippet-form', presentSnippetForm(null, undefined, params, made.failures));
  }

  @Endpoint.get('/snippets/:id/edit', {
    summary: 'Show the form of a personal snippet',
    ...CHANGE,
    params: PersonalSnippetPageParams,
  })
  async edit(@Call() call: CallOf<typeof PersonalSnippetPageParams>) {
    const snippet = await this.snippet(call);
    if (!mayChangePersonalSnippet(snippet, call.user)) throw Forbidden();
    const values = valuesOf(snippet, await this.snippetFacts.content(snippet));
    return this.pages.page(call, 'snippet-form', presentSnippetForm(null, snippet.id, values));
  }

  @Endpoint.post('/snippets/:id', {
    summary: 'Change a personal snippet in a browser',
    ...CHANGE,
    params: EditPersonalSnippetParams,
  })
  async update(@Call() call: CallOf<typeof EditPersonalSnippetParams>) {
    const { id } = await this.snippet(call);
    const write = () => this.updateSnippet.execute(null, id, snippetOf(call.params), call.user);
    const made = await attempt(write, [SnippetInvalid]);
    if ('value' in made) return new Redirect(`/snippets/${id}`);
    return this.pages.page(call, 'snippet-form', presentSnippetForm(null, id, call.params, made.failures));
  }

  @Endpoint.post('/snippets/:id/delete', {
    summary: 'Delete a personal snippet in a browser',
    ...CHANGE,
    params: DeletePersonalSnippetParams,
  })
  async delete(@Call() call: CallOf<typeof DeletePersonalSnippetParams>) {
    const { id, title } = await this.snippet(call);
    if (!call.params.confirmed) {
      const text = 'Its comments are deleted with it.';
      return this.pages.confirm(call, { title: `Delete “${title}”?`, text, button: 'Delete', back: `/snippets/${id}` });
    }
    await this.deleteSnippet.execute(null, id, call.user, call.unlessModified);
    return new Redirect(OWN_SNIPPETS);
  }

  private snippet({ params, user }: CallOf<typeof PersonalSnippetPageParams>) {
    return this.snippetFacts.onePersonal(snippetCaller(user), params.id);
  }
}

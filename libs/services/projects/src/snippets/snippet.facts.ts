import { Injectable } from '@nestjs/common';
import type { ProjectAccess, Refusal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { UserAgentsStore } from '../user-agents/user-agents.store.js';
import { SnippetNotFound } from '../refusals.js';
import { openVisibilities, type SnippetCaller } from './snippet.rules.js';
import { SnippetsStore, type CreatedBetween, type SnippetRecord } from './snippets.store.js';

/** Snippet records for answers. */
@Injectable()
export class SnippetFacts {
  constructor(
    private readonly db: Database,
    private readonly snippetsStore: SnippetsStore,
    private readonly userAgentsStore: UserAgentsStore,
  ) {}

  /** Returns a page of the snippets of a project that are visible to the caller, newest first. */
  inProject(
    { project, level }: ProjectAccess,
    caller: SnippetCaller,
    request: PageRequest,
  ): Promise<Page<SnippetRecord>> {
    const visibilities = openVisibilities({ ...caller, admin: caller.admin || level > 0 });
    return this.snippetsStore.page(this.db, { of: 'project', projectId: project.id, visibilities }, request);
  }

  /** Returns a page of the caller's personal snippets. */
  own({ id }: SnippetCaller, request: PageRequest): Promise<Page<SnippetRecord>> {
    return this.snippetsStore.page(this.db, { of: 'author', authorId: id }, request);
  }

  /** Returns a page of all users' public personal snippets. */
  public(request: PageRequest): Promise<Page<SnippetRecord>> {
    return this.snippetsStore.page(this.db, { of: 'public' }, request);
  }

  /** Returns a page of all snippets, or those of a time, for admins. */
  all(created: CreatedBetween, request: PageRequest): Promise<Page<SnippetRecord>> {
    return this.snippetsStore.page(this.db, { of: 'all', ...created }, request);
  }

  /**
   * Snippet of a project, visible to the caller.
   * @param notFound the refusal where there is none: single reads have another text than writes
   * @throws SnippetNotFound, or the given refusal
   */
  async oneInProject(
    { project, level }: ProjectAccess,
    caller: SnippetCaller,
    id: number,
    notFound: () => Refusal = SnippetNotFound,
  ): Promise<SnippetRecord> {
    const snippet = await this.snippetsStore.find(this.db, project.id, id);
    const open = openVisibilities({ ...caller, admin: caller.admin || level > 0 });
    if (!snippet || !open.includes(snippet.visibility)) throw notFound();
    return snippet;
  }

  /**
   * Personal snippet, visible to the caller.
   * @throws SnippetNotFound
   */
  async onePersonal(caller: SnippetCaller, id: number): Promise<SnippetRecord> {
    const snippet = await this.snippetsStore.find(this.db, null, id);
    const isOpen = (each: SnippetRecord) => openVisibilities(caller).includes(each.visibility);
    if (!snippet || (snippet.author.id !== caller.id && !isOpen(snippet))) throw SnippetNotFound();
    return snippet;
  }

  /** @throws SnippetNotFound when it was deleted meanwhile */
  async content({ id }: SnippetRecord): Promise<string> {
    const content = await this.snippetsStore.content(this.db, id);
    if (content === undefined) throw SnippetNotFound();
    return content;
  }

  /** User agent and address from which a snippet was created; undefined where they are unknown. */
  userAgent({ id }: SnippetRecord) {
    return this.userAgentsStore.find(this.db, { snippetId: id });
  }
}

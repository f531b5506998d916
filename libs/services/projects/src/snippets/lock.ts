import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { Forbidden, requireAbility } from '@hearth/http';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { SnippetNotFound } from '../refusals.js';
import { SnippetsStore, type LockedSnippet } from './snippets.store.js';

/** Locks a snippet for a change, after checking the actor's permission. */
@Injectable()
export class LockSnippet {
  constructor(
    private readonly accessStore: AccessStore,
    private readonly snippetsStore: SnippetsStore,
  ) {}

  /**
   * Authors may change their own snippets; masters those of others in their project, except internal ones; admins all.
   * @param projectId null: a personal one
   * @throws SnippetNotFound, Forbidden
   */
  async within(tx: Tx, projectId: ProjectId | null, id: number, actor: Principal): Promise<LockedSnippet> {
    const standing = projectId === null ? null : await this.accessStore.hold(tx, projectId, actor);
    const snippet = standing === undefined ? undefined : await this.snippetsStore.lock(tx, projectId, id);
    if (!snippet) throw SnippetNotFound();
    const isAuthor = snippet.authorId === actor.userId;
    if (standing) requireAbility(abilities.updateSnippet, standing, actor, isAuthor ? ['author'] : []);
    const isForAuthor = projectId === null || snippet.visibility === 'internal';
    if (isForAuthor && !isAuthor && !actor.admin) throw Forbidden();
    return snippet;
  }
}

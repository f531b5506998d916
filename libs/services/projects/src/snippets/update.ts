import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { SnippetInvalid } from '../refusals.js';
import { LockSnippet } from './lock.js';
import { RestrictedVisibilityFacts } from './restricted-visibility.facts.js';
import { snippetLimit } from './snippet-limit.js';
import { snippetErrors, type SnippetColumns } from './snippet.rules.js';
import { SnippetsStore } from './snippets.store.js';

/** Changes a snippet. */
@Injectable()
export class UpdateSnippet {
  constructor(
    private readonly db: Database,
    private readonly restrictedVisibilityFacts: RestrictedVisibilityFacts,
    private readonly lockSnippet: LockSnippet,
    private readonly snippetsStore: SnippetsStore,
  ) {}

  /**
   * @param projectId null: a personal one
   * @param changes undefined values stay; the present visibility may stay even if it has been restricted since
   * @throws SnippetNotFound, SnippetInvalid, Forbidden
   */
  async execute(
    projectId: ProjectId | null,
    id: number,
    changes: { readonly [Column in keyof SnippetColumns]?: SnippetColumns[Column] | undefined },
    actor: Principal,
  ): Promise<void> {
    const wanted = changes.visibility;
    const restricted = wanted === undefined ? {} : await this.restrictedVisibilityFacts.errors(wanted, actor);
    await this.db.tx(async (tx) => {
      const snippet = await this.lockSnippet.within(tx, projectId, id, actor);
      const { title = snippet.title, fileName = snippet.fileName, description = snippet.description } = changes;
      const { content = snippet.content, visibility = snippet.visibility } = changes;
      const changed = { title, fileName, description, content, visibility };
      const errors = {
        ...snippetErrors(changed, snippetLimit()),
        ...(visibility !== snippet.visibility && restricted),
      };
      if (Object.keys(errors).length > 0) throw SnippetInvalid({ errors });
      await this.snippetsStore.update(tx, id, changed);
    });
  }
}

import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound, requireAbility } from '@hearth/http';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { UserAgentsStore, type ClientDetails } from '../user-agents/user-agents.store.js';
import { SnippetInvalid } from '../refusals.js';
import { RestrictedVisibilityFacts } from './restricted-visibility.facts.js';
import { snippetLimit } from './snippet-limit.js';
import { snippetErrors, type SnippetColumns } from './snippet.rules.js';
import { SnippetsStore } from './snippets.store.js';

/** Creates a snippet, in a project or a personal one. */
@Injectable()
export class CreateSnippet {
  constructor(
    private readonly db: Database,
    private readonly restrictedVisibilityFacts: RestrictedVisibilityFacts,
    private readonly accessStore: AccessStore,
    private readonly snippetsStore: SnippetsStore,
    private readonly userAgentsStore: UserAgentsStore,
  ) {}

  /**
   * @param projectId null: a personal one
   * @returns its id
   * @throws SnippetInvalid, Forbidden; ProjectNotFound when it was deleted meanwhile
   */
  async execute(
    projectId: ProjectId | null,
    snippet: SnippetColumns,
    author: Principal,
    client: ClientDetails,
  ): Promise<number> {
    const restricted = await this.restrictedVisibilityFacts.errors(snippet.visibility, author);
    const errors = { ...snippetErrors(snippet, snippetLimit()), ...restricted };
    if (Object.keys(errors).length > 0) throw SnippetInvalid({ errors });
    return this.db.tx(async (tx) => {
      if (projectId !== null) {
        const standing = await this.accessStore.hold(tx, projectId, author);
        if (!standing) throw ProjectNotFound();
        requireAbility(abilities.createSnippet, standing, author);
      }
      const id = await this.snippetsStore.insert(tx, projectId, author.userId, snippet);
      await this.userAgentsStore.note(tx, { snippetId: id }, client);
      return id;
    });
  }
}

import { Injectable } from '@nestjs/common';
import { AccessResolver } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { NoteFacts, type NoteSuggestion, type Noteable } from '@hearth/notes';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import { noteableOf } from '../notes/merge-request-noteables.js';
import { SuggestionNotFound, SuggestionsElsewhere } from '../refusals.js';
import type { NamedSuggestion } from './suggestion.rules.js';
import { SuggestionsStore } from './suggestions.store.js';

/** Reads of the merge request that suggestions are on. */
@Injectable()
export class CommentedFacts {
  constructor(
    private readonly db: Database,
    private readonly accessResolver: AccessResolver,
    private readonly suggestionsStore: SuggestionsStore,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly noteFacts: NoteFacts,
  ) {}

  /** @throws SuggestionNotFound also for a hidden project, MergeRequestNotFound for a hidden merge request; SuggestionsElsewhere for those of several merge requests */
  async of(
    named: readonly NamedSuggestion[],
    caller: Principal,
  ): Promise<{ readonly access: ProjectAccess; readonly noteable: Noteable & { readonly iid: number } }> {
    const noteIds = named.map(({ noteId }) => noteId);
    const [found, other] = await this.suggestionsStore.commented(this.db, noteIds);
    const access = found && (await this.accessResolver.project({ id: found.projectId }, caller));
    if (!access) throw SuggestionNotFound();
    await this.mergeRequestFacts.requireVisible(access, found.iid, caller);
    if (other) throw SuggestionsElsewhere();
    return { access, noteable: noteableOf('mergeRequest', found, access, caller) };
  }

  /** The suggestions as they are now. @throws NoteNotFound, SuggestionNotFound */
  suggestions(noteable: Noteable, named: readonly NamedSuggestion[]): Promise<NoteSuggestion[]> {
    return Promise.all(
      named.map(async ({ noteId, index }) => {
        const { suggestions } = await this.noteFacts.one(noteable, noteId);
        const found = suggestions[index];
        if (!found) throw SuggestionNotFound();
        return found;
      }),
    );
  }
}

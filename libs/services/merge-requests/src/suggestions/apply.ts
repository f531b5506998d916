import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess, UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { versionOf } from '@hearth/issuable';
import { NoteFacts, ResolveDiscussion, type Note, type NoteSuggestion, type Noteable } from '@hearth/notes';
import { ReplaceLinesCommand } from '@hearth/repository-contracts';
import { RecordVersion } from '../diffs/record-version.js';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import { CannotPushToSource, SuggestionNotAppliable, SuggestionNotFound } from '../refusals.js';
import { messageFor, type NamedSuggestion } from './suggestion.rules.js';
import { SuggestionsStore } from './suggestions.store.js';

/** Suggestions to apply by one commit. */
export interface WantedSuggestions {
  /** At least one. */
  readonly named: readonly NamedSuggestion[];
  /** Message of the commit; undefined: that of `messageFor`. */
  readonly message?: string | undefined;
}

/** Suggestion with its note and its place in the note's text. */
interface Chosen {
  readonly note: Note;
  readonly place: number;
  readonly suggestion: NoteSuggestion;
}

/** Applies suggestions by a commit on the source branch: its author is that of their notes, its committer the actor. */
@Injectable()
export class ApplySuggestions {
  constructor(
    private readonly db: Database,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly noteFacts: NoteFacts,
    private readonly suggestionsStore: SuggestionsStore,
    private readonly peopleFacts: PeopleFacts,
    private readonly recordVersion: RecordVersion,
    private readonly resolveDiscussion: ResolveDiscussion,
    private readonly calls: Calls,
  ) {}

  /**
   * The new version is recorded, and the threads are resolved where the actor may do that.
   * @throws MergeRequestNotFound, NoteNotFound, SuggestionNotFound, SuggestionNotAppliable, CannotPushToSource, RepositoryFull, Forbidden
   */
  async execute(
    target: ProjectAccess,
    noteable: Noteable & { readonly iid: number },
    { named, message }: WantedSuggestions,
    actor: Principal,
  ): Promise<void> {
    const record = await this.mergeRequestFacts.one(target, noteable.iid, actor);
    const chosen = await Promise.all(named.map((each) => this.chosen(noteable, each)));
    if (record.state !== 'opened' || chosen.some(({ suggestion }) => !suggestion.appliable))
      throw SuggestionNotAppliable();
    await this.commit(record, chosen, message, actor);
    const applied = chosen.map(({ note, place }) => ({ noteId: note.id, place, textVersion: versionOf(note.body) }));
    await this.db.tx((tx) => this.suggestionsStore.add(tx, applied));
    await this.recordVersion.execute({ mergeRequestId: record.id, userId: actor.userId });
    for (const discussionId of new Set(chosen.map(({ note }) => note.discussionId)))
      await this.resolve(noteable, discussionId, actor);
  }

  /** @throws NoteNotFound, SuggestionNotFound */
  private async chosen(noteable: Noteable, { noteId, index }: NamedSuggestion): Promise<Chosen> {
    const { note, suggestions } = await this.noteFacts.one(noteable, noteId);
    const suggestion = suggestions[index];
    if (!suggestion) throw SuggestionNotFound();
    return { note, place: index, suggestion };
  }

  /** @throws SuggestionNotAppliable, CannotPushToSource, RepositoryFull */
  private async commit(
    { sourceProjectId: projectId, sourceBranch: branch, headSha }: MergeRequestRecord,
    chosen: readonly Chosen[],
    message: string | undefined,
    { userId, name, email, credential }: Principal,
  ): Promise<void> {
    const [first, ...others] = chosen.map(({ note, suggestion: { from, to, lines } }) => ({
      ...{ path: note.position!.newPath, from, to, lines: [...lines] },
    }));
    const paths = new Set([first!, ...others].map(({ path }) => path));
    const { outcome } = await this.calls.command(ReplaceLinesCommand, {
      ...{ projectId, branch, tip: headSha!, ...first! },
      ...(others.length > 0 && { others }),
      message: message ?? messageFor(chosen.length, paths.size),
      author: await this.author([...new Set(chosen.map(({ note }) => note.authorId))], { name, email }),
      committer: { userId, name, email, tokenId: credential.tokenId },
      committedAt: new Date().toISOString(),
    });
    if (outcome === 'forbidden') throw CannotPushToSource({ reason: 'Cannot push to source branch' });
    if (outcome !== 'committed') throw SuggestionNotAppliable();
  }

  /** Returns the signature of the notes' author; that of the actor where there are several, or the author is gone. */
  private async author(ids: readonly UserId[], actor: Pick<Principal, 'name' | 'email'>) {
    if (ids.length > 1) return actor;
    const author = (await this.peopleFacts.byIds(ids)).get(ids[0]!);
    return author?.email ? { name: author.name, email: author.email } : actor;
  }

  private async resolve(noteable: Noteable, discussionId: string, actor: Principal): Promise<void> {
    try {
      await this.resolveDiscussion.execute(noteable, { discussionId }, true, actor);
    } catch (error) {
      if (!Forbidden.is(error)) throw error;
    }
  }
}

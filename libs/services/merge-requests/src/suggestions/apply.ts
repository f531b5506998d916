import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess, UserId } from '@hearth/contract-kit';
import { Forbidden } from '@hearth/http';
import { NoteFacts, ResolveDiscussion, type Noteable } from '@hearth/notes';
import { ReplaceLinesCommand } from '@hearth/repository-contracts';
import { RecordVersion } from '../diffs/record-version.js';
import { MergeRequestFacts } from '../merge-requests/merge-request.facts.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { PeopleFacts } from '../merge-requests/people.facts.js';
import { CannotPushToSource, SuggestionNotAppliable, SuggestionNotFound } from '../refusals.js';
import { SuggestionFacts, type SuggestingNote } from './suggestion.facts.js';
import { isAppliable, type SuggestedChange } from './suggestion.rules.js';

/** Message of the commit, as GitLab's default. */
const MESSAGE = 'Apply 1 suggestion(s) to 1 file(s)';

/** Suggestion by its note and its place in the note's text. */
export interface NamedSuggestion {
  readonly noteId: number;
  readonly index: number;
}

/** Applies a suggestion by a commit on the source branch: its author is the note's, its committer the actor. */
@Injectable()
export class ApplySuggestion {
  constructor(
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly noteFacts: NoteFacts,
    private readonly suggestionFacts: SuggestionFacts,
    private readonly peopleFacts: PeopleFacts,
    private readonly recordVersion: RecordVersion,
    private readonly resolveDiscussion: ResolveDiscussion,
    private readonly calls: Calls,
  ) {}

  /**
   * The new version is recorded, and the thread is resolved where the actor may do that.
   * @throws MergeRequestNotFound, NoteNotFound, SuggestionNotFound, SuggestionNotAppliable, CannotPushToSource, RepositoryFull, Forbidden
   */
  async execute(
    target: ProjectAccess,
    noteable: Noteable & { readonly iid: number },
    { noteId, index }: NamedSuggestion,
    actor: Principal,
  ): Promise<void> {
    const record = await this.mergeRequestFacts.one(target, noteable.iid, actor);
    const presentable = await this.noteFacts.one(noteable, noteId);
    const [[found]] = (await this.suggestionFacts.of(record, [[presentable]])) as [[SuggestingNote]];
    const change = found.suggestions[index];
    if (!change) throw SuggestionNotFound();
    if (record.state !== 'opened' || !isAppliable(change)) throw SuggestionNotAppliable();
    await this.commit(record, found, change, actor);
    await this.recordVersion.execute({ mergeRequestId: record.id, userId: actor.userId });
    await this.resolve(noteable, found.note.discussionId, actor);
  }

  /** @throws SuggestionNotAppliable, CannotPushToSource, RepositoryFull */
  private async commit(
    { sourceProjectId: projectId, sourceBranch: branch, headSha }: MergeRequestRecord,
    { note }: SuggestingNote,
    { from, to, lines }: SuggestedChange,
    { userId, name, email, credential }: Principal,
  ): Promise<void> {
    const committer = { userId, name, email, tokenId: credential.tokenId };
    const { outcome } = await this.calls.command(ReplaceLinesCommand, {
      ...{ projectId, branch, tip: headSha!, path: note.position!.newPath, from, to, lines: [...lines] },
      message: MESSAGE,
      author: await this.author(note.authorId, { name, email }),
      committer,
      committedAt: new Date().toISOString(),
    });
    if (outcome === 'forbidden') throw CannotPushToSource({ reason: 'Cannot push to source branch' });
    if (outcome !== 'committed') throw SuggestionNotAppliable();
  }

  /** Returns the signature of the note's author; that of the actor where the author is gone. */
  private async author(id: UserId, actor: Pick<Principal, 'name' | 'email'>) {
    const author = (await this.peopleFacts.byIds([id])).get(id);
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

import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId, UserId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import type { SavedNote } from '@hearth/notes';
import { MergeRequestEvents } from '../merge-requests/merge-request-events.js';
import { MergeRequestsStore } from '../merge-requests/merge-requests.store.js';
import { MergesStore } from '../merges/merges.store.js';
import { RetryAutoMerge } from '../merges/retry-auto-merge.js';
import { MergeRequestNotesStore } from './merge-request-notes.store.js';

/** Merge request whose notes have changed. */
interface Noted {
  readonly id: number;
  readonly iid: number;
  readonly projectId: ProjectId;
}

interface NotedText {
  readonly mentioned: readonly UserId[];
  readonly inReview?: boolean;
}

/** Effects of notes on their merge request. */
@Injectable()
export class NoteEffects {
  constructor(
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly mergesStore: MergesStore,
    private readonly mergeRequestNotesStore: MergeRequestNotesStore,
    private readonly mergeRequestEvents: MergeRequestEvents,
    private readonly retryAutoMerge: RetryAutoMerge,
  ) {}

  /**
   * Counts a note that was created, changed or deleted, and publishes the references in its text, and the note itself.
   * @param mentioned users in the text, who become participants
   * @param inReview whether the note was published with a review
   * @param difference change of the number of notes
   */
  async noted(
    tx: Tx,
    { id, iid, projectId, mentioned, inReview = false }: Noted & NotedText,
    { id: noteId, body }: SavedNote,
    { actor, difference }: { readonly actor: Principal; readonly difference: -1 | 0 | 1 },
  ): Promise<void> {
    await this.mergeRequestNotesStore.count(tx, id, difference);
    await this.mergeRequestsStore.mention(tx, id, mentioned);
    await this.mergeRequestEvents.mentioned(tx, { projectId, iid }, body, actor.userId);
    const saved = { projectId, mergeRequestId: id, noteId, userId: actor.userId, ...(inReview && { inReview }) };
    if (difference >= 0) await this.mergeRequestEvents.noteSaved(tx, saved, difference > 0 ? 'create' : 'update');
    if (difference < 0) await this.retryAutoMerge.within(tx, id);
  }

  /** Adds the system note where the last open discussion was resolved, and retries the automatic merge that waited for it. */
  async resolved(tx: Tx, { id, projectId }: Noted, actor: Principal): Promise<void> {
    if (!(await this.mergesStore.conditions(tx, id)).discussionsResolved) return;
    await this.mergeRequestNotesStore.append(tx, { id, targetProjectId: projectId }, actor.userId, [
      'resolved all discussions',
    ]);
    await this.retryAutoMerge.within(tx, id);
  }
}

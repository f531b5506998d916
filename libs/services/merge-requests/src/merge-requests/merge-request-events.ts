import { Injectable } from '@nestjs/common';
import type { EventDataOf, ProjectId, UserId } from '@hearth/contract-kit';
import {
  IssuesMentionedEvent,
  MergeRequestCreatedEvent,
  MergeRequestNoteSavedEvent,
  MergeRequestUpdatedEvent,
  ReviewPublishedEvent,
} from '@hearth/merge-requests-contracts';
import type { Tx } from '@hearth/data';
import { ResourceEventsStore, resourceEventsOf, type EventFields } from '@hearth/issuable';
import { Outbox } from '@hearth/messaging';
import { referencesIn } from '@hearth/notes';
import type { MergeRequestState } from './merge-request.rules.js';
import type { MergeRequestRecord } from './merge-requests.store.js';

type Described = Pick<
  MergeRequestRecord,
  'id' | 'iid' | 'targetProjectId' | 'sourceProjectId' | 'sourceBranch' | 'targetBranch' | 'headSha'
>;

/** Publishes the events of merge requests, and records those of their fields, in the transaction of the change. */
@Injectable()
export class MergeRequestEvents {
  constructor(
    private readonly resourceEventsStore: ResourceEventsStore,
    private readonly outbox: Outbox,
  ) {}

  async created(tx: Tx, mergeRequest: Described & Omit<EventFields, 'state'>, authorId: UserId): Promise<void> {
    const events = resourceEventsOf(undefined, { ...mergeRequest, state: 'opened' });
    await this.resourceEventsStore.insert(tx, mergeRequest.id, authorId, events);
    await this.outbox.append(tx, MergeRequestCreatedEvent, described(mergeRequest, authorId));
  }

  /** Records the changes of labels, milestone and state. */
  async record(tx: Tx, before: MergeRequestRecord, after: EventFields, actorId: UserId): Promise<void> {
    await this.resourceEventsStore.insert(tx, before.id, actorId, resourceEventsOf(before, after));
  }

  /** Publishes the references in a new text of a merge request, for notes on the referenced issues. */
  async mentioned(
    tx: Tx,
    { projectId, iid }: { readonly projectId: ProjectId; readonly iid: number },
    text: string,
    userId: UserId,
  ): Promise<void> {
    const issues = referencesIn(text, 'issue');
    if (issues.length > 0) await this.outbox.append(tx, IssuesMentionedEvent, { projectId, iid, userId, issues });
  }

  async noteSaved(
    tx: Tx,
    note: Omit<EventDataOf<typeof MergeRequestNoteSavedEvent>, 'action'>,
    action: 'create' | 'update',
  ): Promise<void> {
    await this.outbox.append(tx, MergeRequestNoteSavedEvent, { ...note, action });
  }

  async reviewPublished(tx: Tx, review: EventDataOf<typeof ReviewPublishedEvent>): Promise<void> {
    if (review.noteIds.length > 0) await this.outbox.append(tx, ReviewPublishedEvent, review);
  }

  /**
   * @param changed fields of the API's record, `version`, `deleted`
   * @param actorId null when no user caused it
   */
  async updated(
    tx: Tx,
    mergeRequest: Described & { readonly state: MergeRequestState | 'deleted' },
    changed: readonly string[],
    actorId: UserId | null,
    values: Pick<EventDataOf<typeof MergeRequestUpdatedEvent>, 'changes' | 'previousHeadSha'> = {},
  ): Promise<void> {
    const { state } = mergeRequest;
    const data = { ...described(mergeRequest, actorId), state, changed: [...changed], ...values };
    await this.outbox.append(tx, MergeRequestUpdatedEvent, data);
  }
}

function described(mergeRequest: Described, userId: UserId | null) {
  const { id, iid, targetProjectId, sourceProjectId, sourceBranch, targetBranch, headSha } = mergeRequest;
  return {
    ...{ projectId: targetProjectId, mergeRequestId: id, iid },
    ...{ sourceProjectId, sourceBranch, targetBranch, headSha, userId },
  };
}

import { Injectable } from '@nestjs/common';
import type { Principal, UserId } from '@hearth/contract-kit';
import type { Label, Milestone } from '@hearth/projects-contracts';
import type { Tx } from '@hearth/data';
import { timeNotes, type Times } from '@hearth/issuable';
import { Jobs } from '@hearth/jobs';
import { ApprovalsStore } from '../approvals/approvals.store.js';
import { SyncMergeRequestJob } from '../jobs.js';
import { changedNames, changesOf } from './changes.rules.js';
import { changeNotes } from '../notes/change-note.rules.js';
import { MergeRequestNotesStore } from '../notes/merge-request-notes.store.js';
import { MergeRequestEvents } from './merge-request-events.js';
import { stateAfter, type StateEvent } from './merge-request.rules.js';
import { MergeRequestsStore, type MergeRequestColumns, type MergeRequestRecord } from './merge-requests.store.js';

/** Changes to apply; `undefined` leaves a field as it is. */
export interface MergeRequestChanges {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly targetBranch?: string | undefined;
  readonly stateEvent?: StateEvent | undefined;
  readonly forceRemoveSourceBranch?: boolean | undefined;
  readonly squash?: boolean | undefined;
  readonly allowCollaboration?: boolean | undefined;
  /** The following fields are for callers who manage merge requests, and ignored from others. */
  readonly assigneeIds?: readonly number[] | undefined;
  readonly reviewerIds?: readonly number[] | undefined;
  readonly milestoneId?: number | null | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly addLabels?: readonly string[] | undefined;
  readonly removeLabels?: readonly string[] | undefined;
  readonly discussionLocked?: boolean | undefined;
  readonly times?: Times | undefined;
}

/** Labels, users and milestone of the changes, resolved before the transaction; undefined values stay. */
export interface Resolved {
  readonly assigneeIds?: readonly UserId[];
  readonly reviewerIds?: readonly UserId[];
  /** Of the new and the former assignees and reviewers, where these change. */
  readonly usernames: ReadonlyMap<UserId, string>;
  readonly mentioned: readonly UserId[];
  readonly milestone?: Milestone | null;
  readonly labels?: readonly Label[];
  /** Added to the labels, and removed from them, as they are then. */
  readonly addLabels?: readonly Label[];
  readonly removeLabels?: readonly Label[];
  /** Whether `allowCollaboration` outlasts a change that `widensCollaboration`; false by default. */
  readonly keepsCollaboration?: boolean;
}

/** Applies checked changes to a merge request, with their notes and events. */
@Injectable()
export class ApplyChanges {
  constructor(
    private readonly mergeRequestsStore: MergeRequestsStore,
    private readonly approvalsStore: ApprovalsStore,
    private readonly mergeRequestEvents: MergeRequestEvents,
    private readonly mergeRequestNotesStore: MergeRequestNotesStore,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Runs inside a transaction that has locked the merge request.
   * @returns whether the branches have to be compared again
   * @throws MergeRequestExists
   */
  async within(
    tx: Tx,
    before: MergeRequestRecord,
    changes: MergeRequestChanges,
    { resolved: found, actor }: { resolved: Resolved; actor: Pick<Principal, 'userId'> },
  ): Promise<boolean> {
    const resolved = await this.withLabels(tx, before, found);
    const after = columnsAfter(before, changes, resolved);
    const { labels, milestone, mentioned, assigneeIds, reviewerIds } = resolved;
    await this.mergeRequestsStore.update(tx, before.id, after, actor.userId);
    if (assigneeIds) await this.mergeRequestsStore.assign(tx, before.id, 'assignee', assigneeIds);
    if (reviewerIds) await this.mergeRequestsStore.assign(tx, before.id, 'reviewer', reviewerIds);
    if (labels) await this.mergeRequestsStore.setLabels(tx, before.id, labels);
    if (milestone) await this.mergeRequestsStore.knowMilestone(tx, milestone);
    await this.mergeRequestsStore.mention(tx, before.id, mentioned);
    const values = { changes: changesOf(before, after, resolved) };
    const changed = changedNames(before, after, values.changes, assigneeIds);
    if (changed.length > 0)
      await this.mergeRequestEvents.updated(tx, { ...before, ...after }, changed, actor.userId, values);
    const labelIds = labels?.map(({ id }) => id) ?? before.labelIds;
    await this.mergeRequestEvents.record(tx, before, { ...after, labelIds }, actor.userId);
    await this.tell(tx, before, after, { resolved, actor });
    const isReopened = before.state === 'closed' && after.state === 'opened';
    if (!isReopened && before.targetBranch === after.targetBranch) return false;
    await this.mergeRequestsStore.uncheck(tx, before.id);
    if (before.targetBranch !== after.targetBranch)
      await this.approvalsStore.reset(tx, before.id, before.targetProjectId);
    const again = { mergeRequestId: before.id, again: true };
    await this.jobs.add(tx, SyncMergeRequestJob, again, { singletonKey: `${before.id} again` });
    return true;
  }

  /** Replaces additions and removals by all labels. */
  private async withLabels(tx: Tx, { labelIds }: MergeRequestRecord, resolved: Resolved): Promise<Resolved> {
    const { addLabels = [], removeLabels = [] } = resolved;
    if (addLabels.length + removeLabels.length === 0) return resolved;
    const present = resolved.labels ?? (await this.mergeRequestsStore.knownLabels(tx, labelIds));
    const all = new Map([...present, ...addLabels].map((label) => [label.id, label] as const));
    for (const { id } of removeLabels) all.delete(id);
    return { ...resolved, labels: [...all.values()] };
  }

  /** Adds a system note for each change, and publishes the references of a new text. */
  private async tell(
    tx: Tx,
    before: MergeRequestRecord,
    after: MergeRequestColumns,
    { resolved, actor }: { resolved: Resolved; actor: Pick<Principal, 'userId'> },
  ): Promise<void> {
    const { labels, milestone = null, usernames } = resolved;
    const { assigneeIds = before.assigneeIds, reviewerIds = before.reviewerIds } = resolved;
    const labelIds = labels?.map(({ id }) => id) ?? before.labelIds;
    const notes = changeNotes(before, { ...after, labelIds, assigneeIds, reviewerIds }, { usernames, milestone });
    const all = [...notes, ...timeNotes(before, after, new Date())];
    await this.mergeRequestNotesStore.append(tx, before, actor.userId, all);
    if (before.title === after.title && before.description === after.description) return;
    const place = { projectId: before.targetProjectId, iid: before.iid };
    await this.mergeRequestEvents.mentioned(tx, place, `${after.title}\n${after.description ?? ''}`, actor.userId);
  }
}

/** Whether changes let more users push to the source branch, or let them again: it is reopened, or has another target branch. */
export function widensCollaboration(
  before: Pick<MergeRequestRecord, 'targetBranch'>,
  { targetBranch, stateEvent }: MergeRequestChanges,
): boolean {
  return stateEvent === 'reopen' || (targetBranch !== undefined && targetBranch !== before.targetBranch);
}

function columnsAfter(
  before: MergeRequestRecord,
  given: MergeRequestChanges,
  { milestone, keepsCollaboration = false }: Resolved,
): MergeRequestColumns {
  const { title, description, targetBranch, stateEvent, ...changes } = given;
  const isKept = keepsCollaboration || !widensCollaboration(before, given);
  const isSettled = before.state === 'merged' || before.state === 'locked';
  return {
    title: title?.trim() ?? before.title,
    description: description === undefined ? before.description : description,
    targetBranch: isSettled ? before.targetBranch : (targetBranch ?? before.targetBranch),
    state: stateAfter(before.state, stateEvent),
    milestoneId: milestone === undefined ? before.milestoneId : (milestone?.id ?? null),
    discussionLocked: changes.discussionLocked ?? before.discussionLocked,
    forceRemoveSourceBranch: changes.forceRemoveSourceBranch ?? before.forceRemoveSourceBranch,
    squash: changes.squash ?? before.squash,
    allowCollaboration: changes.allowCollaboration ?? (before.allowCollaboration && isKept),
    timeEstimate: changes.times?.timeEstimate ?? before.timeEstimate,
    timeSpent: changes.times?.timeSpent ?? before.timeSpent,
  };
}

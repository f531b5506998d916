import type { Page } from '@hearth/http';
import type { PageText } from '@hearth/pages';
import type { ApprovalsFact } from '../approvals/record-approval.facts.js';
import type { DetailedMergeRequest } from '../merge-requests/merge-request.facts.js';
import type { SourcedMergeRequest } from './sourced-merge-request.facts.js';
import { isAllowed } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { abilities } from '../abilities.js';
import type { PendingNote } from '../draft-notes/pending.view.js';
import { canIn } from '../merge-requests/merge-request.rules.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { detailedMergeStatus, isBehind, type DetailedMergeStatus } from '../mergeability/detailed-status.rules.js';
import type { PresentableNote } from '@hearth/notes';
import { isUnderWay } from '../mergeability/mergeability.rules.js';
import { squashesOnMerge } from '../merges/squash.rules.js';

/** A merge request as its page shows it. */
export interface MergeRequestPageFact extends Pick<SourcedMergeRequest, 'source' | 'pushesToSource'> {
  readonly detailed: DetailedMergeRequest;
  readonly approvals: ApprovalsFact;
  readonly description: PageText;
  /** Notes of each thread, the oldest first. */
  readonly threads: Page<readonly (PresentableNote & { readonly text: PageText })[]>;
  /** Comments of the caller that are not published yet. */
  readonly pending: readonly PendingNote[];
}

/** Actions on the discussions of a merge request that its pages offer to the caller; the writes check them again. */
export interface DiscussionActions {
  readonly comment: boolean;
  /** Writing comments that are published together. */
  readonly review: boolean;
  readonly resolve: boolean;
  /** Changing own notes. */
  readonly changeNotes: boolean;
}

/** Actions that the page offers to the caller; the writes check them again. */
export interface PageActions extends DiscussionActions {
  readonly update: boolean;
  /** Adding the mark of a draft, or removing it. */
  readonly draft: boolean;
  readonly close: boolean;
  readonly reopen: boolean;
  readonly merge: boolean;
  readonly mergeLater: boolean;
  readonly cancel: boolean;
  readonly approve: boolean;
  readonly unapprove: boolean;
  readonly rebase: boolean;
  /** Whether the merge lets the caller choose. */
  readonly squash: boolean;
}

/** First reason that prevents a merge. */
export function statusOf({ detailed: { record, project, pipeline } }: MergeRequestPageFact): DetailedMergeStatus {
  return detailedMergeStatus(record, project, pipeline?.status ?? null);
}

/** Decides which actions the page of a merge request offers. */
export function actionsOf(fact: MergeRequestPageFact, access: ProjectAccess, caller: Principal): PageActions {
  const { detailed, approvals, pushesToSource } = fact;
  const { record, canMerge, pipeline, project } = detailed;
  const isOpen = record.state === 'opened';
  const status = statusOf(fact);
  const update = canIn(abilities.updateMergeRequest, access, caller, record);
  const isReady = isOpen && canMerge && (status === 'mergeable' || status === 'unchecked');
  const waits = record.mergeWhenPipelineSucceeds;
  const runs = pipeline !== null && isUnderWay(pipeline.status);
  return {
    ...discussionActions(record, access, caller),
    update,
    draft: isOpen && update,
    close: isOpen && update,
    reopen: record.state === 'closed' && update,
    merge: isReady,
    mergeLater: runs && !waits && (isReady || (isOpen && canMerge && status === 'ci_still_running')),
    cancel: isOpen && waits && (canMerge || record.authorId === caller.userId),
    approve: approvals.userCanApprove,
    unapprove: isOpen && approvals.userHasApproved,
    rebase: isOpen && !record.rebaseInProgress && isBehind(record) && pushesToSource,
    squash: squashesOnMerge(project, true) && !squashesOnMerge(project, false),
  };
}

/** Decides which actions on discussions the pages of a merge request offer. */
export function discussionActions(
  record: MergeRequestRecord,
  access: ProjectAccess,
  caller: Principal,
): DiscussionActions {
  const { project, level } = access;
  const isLocked = record.discussionLocked === true && !caller.admin && level === 0;
  const comment = !isLocked && canIn(abilities.createMergeRequestNote, access, caller, record);
  return {
    ...{ comment, review: comment },
    resolve: !isLocked && canIn(abilities.resolveDiscussion, access, caller, { ...record, assigneeIds: [] }),
    changeNotes: !isLocked && isAllowed(abilities.manageMergeRequestNote, { ...project, level }, caller, ['author']),
  };
}

/** Whether suggestions are offered to be applied. */
export function appliesSuggestions({
  record,
  pushesToSource,
}: Pick<SourcedMergeRequest, 'record' | 'pushesToSource'>): boolean {
  return record.state === 'opened' && pushesToSource;
}

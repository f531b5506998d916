import type { MergeRequestFieldChanges } from '@hearth/merge-requests-contracts';
import type { MergeRequestColumns, MergeRequestRecord } from './merge-requests.store.js';

/** Users and labels of a merge request after a change; undefined values stay. */
interface NewRelations {
  readonly assigneeIds?: readonly number[];
  readonly reviewerIds?: readonly number[];
  readonly labels?: readonly { readonly id: number }[];
}

const NAMES: Readonly<Record<keyof MergeRequestColumns, string>> = {
  title: 'title',
  description: 'description',
  targetBranch: 'target_branch',
  state: 'state',
  milestoneId: 'milestone',
  discussionLocked: 'discussion_locked',
  forceRemoveSourceBranch: 'force_remove_source_branch',
  squash: 'squash',
  allowCollaboration: 'allow_collaboration',
  timeEstimate: 'time_stats',
  timeSpent: 'time_stats',
};

/** Longer descriptions are left out: an event has a limit, and two of them may exceed it. */
const MOST_DESCRIPTION = 32_768;

/** Returns the changed fields with their values before and after. */
export function changesOf(
  before: MergeRequestRecord,
  after: MergeRequestColumns,
  { assigneeIds = before.assigneeIds, reviewerIds = before.reviewerIds, labels }: NewRelations,
): MergeRequestFieldChanges {
  const labelIds = labels?.map(({ id }) => id) ?? before.labelIds;
  const isShort = [before, after].every(({ description }) => (description?.length ?? 0) <= MOST_DESCRIPTION);
  return {
    title: changed(before.title, after.title),
    description: isShort ? changed(before.description, after.description) : undefined,
    targetBranch: changed(before.targetBranch, after.targetBranch),
    milestoneId: changed(before.milestoneId, after.milestoneId),
    discussionLocked: changed(before.discussionLocked, after.discussionLocked),
    assigneeIds: changed(sorted(before.assigneeIds), sorted(assigneeIds)),
    reviewerIds: changed(sorted(before.reviewerIds), sorted(reviewerIds)),
    labelIds: changed(sorted(before.labelIds), sorted(labelIds)),
  };
}

/**
 * Returns the names of the changed fields, as in events.
 * @param assigneeIds new assignees in the order of the request, of whom the first is `assignee`; undefined: as before
 */
export function changedNames(
  before: MergeRequestRecord,
  after: MergeRequestColumns,
  changes: MergeRequestFieldChanges,
  assigneeIds: readonly number[] | undefined,
): string[] {
  const columns = Object.keys(NAMES) as (keyof MergeRequestColumns)[];
  return [
    ...new Set(columns.filter((column) => before[column] !== after[column]).map((column) => NAMES[column])),
    ...(assigneeIds && assigneeIds[0] !== before.assigneeIds[0] ? ['assignee'] : []),
    ...(changes.assigneeIds ? ['assignees'] : []),
    ...(changes.reviewerIds ? ['reviewers'] : []),
    ...(changes.labelIds ? ['labels'] : []),
  ];
}

function changed<T>(previous: T, current: T): { previous: T; current: T } | undefined {
  return JSON.stringify(previous) === JSON.stringify(current) ? undefined : { previous, current };
}

function sorted(ids: readonly number[]): number[] {
  return ids.toSorted((one, other) => one - other);
}

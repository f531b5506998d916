import type { IssueFieldChanges } from '@hearth/projects-contracts';
import type { IssueColumns, LockedIssue } from './issues.store.js';

type Changeable = IssueColumns & Pick<LockedIssue, 'assigneeIds' | 'labelIds'>;

/** Longer descriptions are left out: an event has a limit, and two of them may exceed it. */
const MOST_DESCRIPTION = 32_768;

/** Returns the changed fields with their values before and after; null where nothing but the state has changed. */
export function issueChangesOf(before: Changeable, after: Changeable): IssueFieldChanges | null {
  const isShort = [before, after].every(({ description }) => (description?.length ?? 0) <= MOST_DESCRIPTION);
  const changes = {
    title: changed(before.title, after.title),
    description: changed(before.description, after.description),
    confidential: changed(before.confidential, after.confidential),
    discussionLocked: changed(before.discussionLocked, after.discussionLocked),
    dueDate: changed(before.dueDate, after.dueDate),
    milestoneId: changed(before.milestoneId, after.milestoneId),
    assigneeIds: changed(sorted(before.assigneeIds), sorted(after.assigneeIds)),
    labelIds: changed(sorted(before.labelIds), sorted(after.labelIds)),
  };
  if (Object.values(changes).every((change) => change === undefined)) return null;
  return isShort ? changes : { ...changes, description: undefined };
}

function changed<T>(previous: T, current: T): { previous: T; current: T } | undefined {
  return JSON.stringify(previous) === JSON.stringify(current) ? undefined : { previous, current };
}

function sorted(ids: readonly number[]): number[] {
  return ids.toSorted((one, other) => one - other);
}

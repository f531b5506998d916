import type { EventDataOf } from '@hearth/contract-kit';
import type { MergeRequestUpdatedEvent } from '@hearth/merge-requests-contracts';
import { mentionsIn } from '@hearth/notes';
import type { IssueSavedEvent } from '@hearth/projects-contracts';
import { addedIds } from '../todos/todo.rules.js';
import type { MailCause } from './notification.rules.js';

/** One notice of an event for users, with those whom it directly concerns. */
export interface Notice {
  readonly cause: MailCause;
  /** New assignees or reviewers, and those who are it no longer. */
  readonly added?: readonly number[];
  readonly removed?: readonly number[];
  /** Users whom a changed text newly names, in lower case. */
  readonly named?: readonly string[];
}

interface Change<Value> {
  readonly previous: Value;
  readonly current: Value;
}

interface TextChanges {
  readonly title?: Change<string> | undefined;
  readonly description?: Change<string | null> | undefined;
}

/** Returns the notices of a change of an issue, the most important first. */
export function issueNotices({ action, changes }: EventDataOf<typeof IssueSavedEvent>): Notice[] {
  if (action === 'open') return [{ cause: 'new_issue' }];
  return [
    ...(action === 'update' ? [] : [{ cause: `${action}_issue` } as const]),
    ...movedUsers('reassign_issue', changes.assigneeIds),
    ...newlyNamed(changes),
  ];
}

/** Returns the notices of a change of a merge request, the most important first. */
export function mergeRequestNotices(updated: EventDataOf<typeof MergeRequestUpdatedEvent>): Notice[] {
  const { changed, state, changes = {} } = updated;
  if (changed.includes('deleted')) return [];
  const moved = changed.includes('state') && (state === 'closed' || state === 'opened');
  return [
    ...(moved ? [{ cause: `${state === 'closed' ? 'close' : 'reopen'}_merge_request` } as const] : []),
    ...movedUsers('change_reviewer_merge_request', changes.reviewerIds),
    ...movedUsers('reassign_merge_request', changes.assigneeIds),
    ...newlyNamed(changes),
    ...(changed.includes('version') ? [{ cause: 'push_to_merge_request' } as const] : []),
  ];
}

function movedUsers(cause: MailCause, change: Change<readonly number[]> | undefined): Notice[] {
  if (!change) return [];
  const [added, removed] = [addedIds(change), addedIds({ previous: change.current, current: change.previous })];
  return added.length + removed.length === 0 ? [] : [{ cause, added, removed }];
}

function newlyNamed({ title, description }: TextChanges): Notice[] {
  const text = (side: 'previous' | 'current') => `${title?.[side] ?? ''}\n${description?.[side] ?? ''}`;
  const before = mentionsIn(text('previous'));
  const named = mentionsIn(text('current')).filter((name) => !before.includes(name));
  return named.length === 0 ? [] : [{ cause: 'mentioned', named }];
}

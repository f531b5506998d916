import type { UserId } from '@hearth/contract-kit';
import { assigneesNote, descriptionNotes, labelsNote, milestoneNote, titleNote } from '@hearth/notes';
import { isWorkInProgress, withoutWorkInProgress } from '../merge-requests/merge-request.rules.js';
import type { MergeRequestColumns } from '../merge-requests/merge-requests.store.js';

/** Fields whose changes get system notes. */
type Noted = Omit<MergeRequestColumns, 'timeEstimate' | 'timeSpent'> & {
  readonly labelIds: readonly number[];
  readonly assigneeIds: readonly UserId[];
  readonly reviewerIds: readonly UserId[];
};

/** Names in the notes. */
interface Names {
  /** Of assignees and reviewers before and after; others are left out. */
  readonly usernames: ReadonlyMap<UserId, string>;
  /** The new milestone; null where there is none. */
  readonly milestone: Parameters<typeof milestoneNote>[0];
}

/** Texts of the system notes about a change of a merge request, in order. */
export function changeNotes(before: Noted, after: Noted, { usernames, milestone }: Names): string[] {
  const [old, fresh] = [before.description ?? '', after.description ?? ''];
  return [
    ...titleNotes(before.title, after.title),
    ...(old === fresh ? [] : descriptionNotes(old, fresh)),
    ...labelsNote(before.labelIds, after.labelIds),
    ...assignedNotes(named(before.assigneeIds, usernames), named(after.assigneeIds, usernames)),
    ...reviewNotes(named(before.reviewerIds, usernames), named(after.reviewerIds, usernames)),
    ...(before.milestoneId === after.milestoneId ? [] : [milestoneNote(milestone)]),
    ...targetNotes(before.targetBranch, after.targetBranch),
    ...stateNotes(before, after),
  ];
}

interface NamedUser {
  readonly id: UserId;
  readonly username: string;
}

function named(ids: readonly UserId[], usernames: ReadonlyMap<UserId, string>): NamedUser[] {
  return ids.flatMap((id) => {
    const username = usernames.get(id);
    return username === undefined ? [] : [{ id, username }];
  });
}

/** One assignee after another gets the note of GitLab 10.4, several that of later releases. */
function assignedNotes(before: readonly NamedUser[], after: readonly NamedUser[]): string[] {
  const [first] = after;
  const isOne = before.length === 1 && after.length === 1 && before[0]!.id !== first!.id;
  return isOne ? [`assigned to @${first!.username}`] : assigneesNote(before, after);
}

function reviewNotes(before: readonly NamedUser[], after: readonly NamedUser[]): string[] {
  const others = (users: readonly NamedUser[], than: readonly NamedUser[]) =>
    users.filter(({ id }) => !than.some((other) => other.id === id)).map(({ username }) => `@${username}`);
  const [added, removed] = [others(after, before), others(before, after)];
  const parts = [
    ...(added.length > 0 ? [`requested review from ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`removed review request for ${removed.join(', ')}`] : []),
  ];
  return parts.length > 0 ? [parts.join(' and ')] : [];
}

/** Reports a change of the draft mark instead of the title's beginning. */
function titleNotes(before: string, after: string): string[] {
  const [was, is] = [isWorkInProgress(before), isWorkInProgress(after)];
  const [old, fresh] = [withoutWorkInProgress(before), withoutWorkInProgress(after)];
  return [
    ...(was === is ? [] : [`${is ? 'marked' : 'unmarked'} as a **Work In Progress**`]),
    ...(old === fresh ? [] : [titleNote(before, after)]),
  ];
}

function targetNotes(before: string, after: string): string[] {
  return before === after ? [] : [`changed target branch from \`${before}\` to \`${after}\``];
}

function stateNotes(before: Noted, after: Noted): string[] {
  const locked = ({ discussionLocked }: Noted) => discussionLocked === true;
  return [
    ...(locked(before) === locked(after) ? [] : [`${locked(after) ? 'locked' : 'unlocked'} this merge request`]),
    ...(before.state === after.state ? [] : [after.state === 'closed' ? 'closed' : 'reopened']),
  ];
}

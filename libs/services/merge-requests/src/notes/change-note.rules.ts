import { descriptionNotes, labelsNote, milestoneNote, titleNote } from '@hearth/notes';
import { isWorkInProgress, withoutWorkInProgress } from '../merge-requests/merge-request.rules.js';
import type { MergeRequestColumns } from '../merge-requests/merge-requests.store.js';

/** Fields whose changes get system notes. */
type Told = MergeRequestColumns & { readonly labelIds: readonly number[] };

/** Names in the notes. */
interface Names {
  /** Username of the new assignee; null where there is none. */
  readonly assignee: string | null;
  /** The new milestone; null where there is none. */
  readonly milestone: Parameters<typeof milestoneNote>[0];
}

/** Texts of the system notes about a change of a merge request, in order. */
export function changeNotes(before: Told, after: Told, { assignee, milestone }: Names): string[] {
  const [old, fresh] = [before.description ?? '', after.description ?? ''];
  return [
    ...titleNotes(before.title, after.title),
    ...(old === fresh ? [] : descriptionNotes(old, fresh)),
    ...labelsNote(before.labelIds, after.labelIds),
    ...(before.assigneeId === after.assigneeId
      ? []
      : [assignee === null ? 'removed assignee' : `assigned to @${assignee}`]),
    ...(before.milestoneId === after.milestoneId ? [] : [milestoneNote(milestone)]),
    ...targetNotes(before.targetBranch, after.targetBranch),
    ...stateNotes(before, after),
  ];
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

function stateNotes(before: Told, after: Told): string[] {
  const locked = ({ discussionLocked }: Told) => discussionLocked === true;
  return [
    ...(locked(before) === locked(after) ? [] : [`${locked(after) ? 'locked' : 'unlocked'} this merge request`]),
    ...(before.state === after.state ? [] : [after.state === 'closed' ? 'closed' : 'reopened']),
  ];
}

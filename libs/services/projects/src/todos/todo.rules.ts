import type { Principal, UserId } from '@hearth/contract-kit';
import { addressedIn } from '@hearth/notes';
import { projectsCaller, type ProjectsCaller } from '../access/projects-caller.js';

/** Reasons for to-do items that Hearth has. */
export const TODO_ACTIONS = [
  'assigned',
  'mentioned',
  'build_failed',
  'marked',
  'directly_addressed',
  'review_requested',
] as const;
export type TodoAction = (typeof TODO_ACTIONS)[number];

/** All reasons that the API names; lists of the others are empty. */
export const ACTIONS = [
  'assigned',
  'mentioned',
  'build_failed',
  'marked',
  'approval_required',
  'unmergeable',
  'directly_addressed',
  'merge_train_removed',
  'review_requested',
  'member_access_requested',
  'review_submitted',
] as const;

/** All kinds of targets that the API names; Hearth has to-do items on issues and merge requests. */
export const TARGET_TYPES = [
  'Issue',
  'MergeRequest',
  'Commit',
  'Epic',
  'DesignManagement::Design',
  'AlertManagement::Alert',
  'Project',
  'Namespace',
  'Vulnerability',
  'WikiPage::Meta',
] as const;

export const STATES = ['pending', 'done'] as const;
export type TodoState = (typeof STATES)[number];

/** Caller with an account: to-do items have an owner. */
export type TodoOwner = ProjectsCaller & { readonly id: UserId };

/** Converts a caller to the owner of to-do items. */
export function todoOwner(caller: Pick<Principal, 'userId' | 'admin' | 'external'>): TodoOwner {
  return { ...projectsCaller(caller), id: caller.userId };
}

/** Record that a to-do item is about. */
export type TodoTarget = { readonly issueId: number } | { readonly mergeRequestId: number };

/** Filters of a list; `undefined` filters nothing. */
export interface TodoFilters {
  readonly state: TodoState;
  readonly action?: (typeof ACTIONS)[number] | undefined;
  readonly authorId?: number | undefined;
  readonly projectId?: number | undefined;
  /** Includes the projects of its subgroups. */
  readonly groupId?: number | undefined;
  readonly type?: (typeof TARGET_TYPES)[number] | undefined;
}

/** Users whom a text names, by the reason for their to-do items. */
export type NamedUsers = Readonly<Record<'directly_addressed' | 'mentioned', readonly UserId[]>>;

/**
 * Splits the users whom a text names: one who is addressed at the start of a line is not mentioned as well.
 * @param mentioned users whom the text mentions anywhere
 */
export function namedBy(text: string, mentioned: readonly { id: UserId; username: string }[]): NamedUsers {
  const addressed = addressedIn(text);
  const isAddressed = ({ username }: { username: string }) => addressed.includes(username.toLowerCase());
  return {
    directly_addressed: mentioned.filter(isAddressed).map(({ id }) => id),
    mentioned: mentioned.filter((user) => !isAddressed(user)).map(({ id }) => id),
  };
}

/** Returns the ids that a change added. */
export function addedIds<Id extends number>(change: {
  readonly previous: readonly Id[];
  readonly current: readonly Id[];
}): Id[] {
  return change.current.filter((id) => !change.previous.includes(id));
}

import { isAllowed, may, type Ability, type Relation } from '@hearth/access';
import type { Principal, ProjectAccess, ProjectId, UserId } from '@hearth/contract-kit';
import type { IssuableFilters, Times } from '@hearth/issuable';
import type { AppliedActions } from '@hearth/notes';
import { abilities } from '../abilities.js';

export type IssueState = 'opened' | 'closed';

/** Scope of a list: the issues of one project, whose issues the caller may read; of a group with its subgroups; of all projects. */
export type IssueScope =
  | { readonly of: 'project'; readonly projectId: ProjectId; readonly readsAll: boolean }
  | { readonly of: 'group'; readonly groupId: number }
  | { readonly of: 'everything' };

export const DUE = [
  '0',
  'any',
  'today',
  'tomorrow',
  'overdue',
  'week',
  'month',
  'next_month_and_previous_two_weeks',
] as const;
/** Days on which issues are due, of today in UTC; `0`: issues without such a day. */
export type Due = (typeof DUE)[number];

export const ORDERS = [
  'created_at',
  'updated_at',
  'due_date',
  'milestone_due',
  'priority',
  'label_priority',
  'popularity',
  'title',
] as const;
/** Property by which issues are ordered; `priority`: by the days on which their milestones end, then by their labels. */
export type IssueOrder = (typeof ORDERS)[number];

/** Filters of a list of issues; undefined values do not filter. */
export interface IssueFilters extends IssuableFilters<IssueState, IssueOrder> {
  /** Only these issues. */
  readonly ids?: readonly number[];
  /** Id of a milestone. */
  readonly milestoneId?: number;
  readonly confidential?: boolean;
  readonly due?: Due;
  /** Records of another type, of which there are none. */
  readonly isOtherType?: true;
  /** Whether the records have the details of their labels. */
  readonly withLabelDetails?: true;
  /** Only these issues, by their projects and their numbers there. */
  readonly named?: readonly { readonly projectId: ProjectId; readonly iid: number }[];
}

/** Changes to apply; `undefined` leaves a field as it is. */
export interface IssueChanges {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly confidential?: boolean | undefined;
  readonly state?: IssueState | undefined;
  /** The following fields are for callers who manage issues, and ignored from others. */
  readonly assigneeIds?: readonly number[] | undefined;
  readonly labels?: readonly string[] | undefined;
  /** Added to the labels, and removed from them, as they are then. */
  readonly addLabels?: readonly string[] | undefined;
  readonly removeLabels?: readonly string[] | undefined;
  readonly milestoneId?: number | null | undefined;
  /** `YYYY-MM-DD` */
  readonly dueDate?: string | null | undefined;
  readonly discussionLocked?: boolean | null | undefined;
  readonly times?: Times | undefined;
  /** For owners and admins, and ignored from others; undefined: now. */
  readonly updatedAt?: Date | undefined;
}

/** Changes by quick actions. */
export interface IssuePlan {
  readonly changes: IssueChanges;
  readonly subscribed?: boolean | undefined;
  readonly outcome: AppliedActions;
}

/** Caller of a read of a project's issues. */
export interface IssueCaller {
  /** Null: anonymous. */
  readonly id: UserId | null;
  /** Whether the caller reads all confidential issues. */
  readonly readsAll: boolean;
}

/** Converts a caller with access to a project to a reader of its issues. */
export function issueCaller(caller: Principal, project: ProjectAccess): IssueCaller & { readonly id: UserId } {
  return { id: caller.userId, readsAll: may(abilities.readConfidentialIssue, project, caller) };
}

/** UTF-16 units of descriptions and notes. */
export const MOST_TEXT = 1_000_000;

/** Relations of the caller to an issue. */
export function relationsTo(
  { authorId, assigneeIds }: { readonly authorId: number; readonly assigneeIds: readonly number[] },
  { userId }: Pick<Principal, 'userId'>,
): readonly Relation[] {
  return [
    ...(authorId === userId ? (['author'] as const) : []),
    ...(assigneeIds.includes(userId) ? (['assignee'] as const) : []),
  ];
}

/** Whether the caller has an ability on an issue, also as its author or assignee. */
export function isAllowedOn(
  ability: Ability,
  { project, level }: ProjectAccess,
  caller: Principal,
  {
    author,
    assignees,
  }: { readonly author: { readonly id: number }; readonly assignees: readonly { readonly id: number }[] },
): boolean {
  const people = { authorId: author.id, assigneeIds: assignees.map(({ id }) => id) };
  return isAllowed(ability, { ...project, level }, caller, relationsTo(people, caller));
}

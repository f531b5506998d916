import { may, type Relation } from '@hearth/access';
import type { Principal, ProjectAccess, ProjectId, UserId } from '@hearth/contract-kit';
import { lengthFailures, type Search } from '@hearth/http';
import { abilities } from '../abilities.js';
import type { FieldErrors } from '../field-errors.rules.js';

export type IssueState = 'opened' | 'closed';

/** Scope of a list: the issues of one project, whose issues the caller may read; of a group with its subgroups; of all projects. */
export type IssueScope =
  | { readonly of: 'project'; readonly projectId: ProjectId; readonly readsAll: boolean }
  | { readonly of: 'group'; readonly groupId: number }
  | { readonly of: 'everything' };

/** Title of a milestone, or a kind of milestones. */
export type MilestoneFilter = { readonly title: string } | 'none' | 'upcoming' | 'started';

/** Filters of a list of issues; undefined values do not filter. */
export interface IssueFilters {
  readonly state?: IssueState;
  /** Issues with all of these labels; an empty list: issues without labels. */
  readonly labels?: readonly string[];
  readonly milestone?: MilestoneFilter;
  /** Id of a milestone. */
  readonly milestoneId?: number;
  readonly authorId?: number;
  readonly assigneeId?: number;
  /** Emoji that the caller has awarded. */
  readonly reaction?: string;
  readonly iids?: readonly number[];
  /** Only these issues, by their projects and their numbers there. */
  readonly named?: readonly { readonly projectId: ProjectId; readonly iid: number }[];
  readonly search?: Search;
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
  readonly updatedAfter?: Date;
  readonly updatedBefore?: Date;
  readonly orderBy: 'created_at' | 'updated_at';
  readonly sort: 'asc' | 'desc';
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

const TITLE = { max: 255 };
/** UTF-16 units of descriptions and notes. */
export const MOST_TEXT = 1_000_000;

/** All errors of a title, by field of the API. */
export function titleErrors(title: string): FieldErrors {
  const failures = title.trim() === '' ? ["can't be blank"] : lengthFailures(title, TITLE);
  return failures.length > 0 ? { title: failures } : {};
}

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

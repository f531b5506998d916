import { may, type Relation } from '@hearth/access';
import type { Principal, ProjectAccess, ProjectId, UserId } from '@hearth/contract-kit';
import { lengthFailures, type Search } from '@hearth/http';
import { abilities } from '../abilities.js';
import type { FieldErrors } from '../refusals.js';

export type IssueState = 'opened' | 'closed';

/** Issues of one project, whose issues the viewer may read; of a group with its subgroups; of all projects. */
export type IssueScope =
  | { readonly of: 'project'; readonly projectId: ProjectId; readonly readsAll: boolean }
  | { readonly of: 'group'; readonly groupId: number }
  | { readonly of: 'everything' };

/** Titles of milestones, or of which kind they are. */
export type MilestoneFilter = { readonly title: string } | 'none' | 'upcoming' | 'started';

/** What a list of issues is narrowed by; what is undefined does not narrow. */
export interface IssueFilters {
  readonly state?: IssueState;
  /** All of these names; with none given, issues without labels. */
  readonly labels?: readonly string[];
  readonly milestone?: MilestoneFilter;
  /** Id of a milestone. */
  readonly milestoneId?: number;
  readonly authorId?: number;
  readonly assigneeId?: number;
  /** Awarded by the viewer. */
  readonly reaction?: string;
  readonly iids?: readonly number[];
  /** These alone, by their projects and their numbers there. */
  readonly named?: readonly { readonly projectId: ProjectId; readonly iid: number }[];
  readonly search?: Search;
  readonly createdAfter?: Date;
  readonly createdBefore?: Date;
  readonly updatedAfter?: Date;
  readonly updatedBefore?: Date;
  readonly orderBy: 'created_at' | 'updated_at';
  readonly sort: 'asc' | 'desc';
}

/** Who looks at issues of a project. */
export interface IssueViewer {
  /** Null: anonymous. */
  readonly id: UserId | null;
  /** Reads confidential issues too, whoever wrote them. */
  readonly readsAll: boolean;
}

/** How a caller looks at the issues of a project. */
export function issueViewer(caller: Principal, project: ProjectAccess): IssueViewer & { readonly id: UserId } {
  return { id: caller.userId, readsAll: may(abilities.readConfidentialIssue, project, caller) };
}

const TITLE = { max: 255 };
/** UTF-16 units of descriptions and notes. */
export const MOST_TEXT = 1_000_000;

/** Everything that is wrong with a title, by field of the API. */
export function titleErrors(title: string): FieldErrors {
  const failures = title.trim() === '' ? ["can't be blank"] : lengthFailures(title, TITLE);
  return failures.length > 0 ? { title: failures } : {};
}

/** What the caller is to an issue. */
export function relationsTo(
  { authorId, assigneeIds }: { readonly authorId: number; readonly assigneeIds: readonly number[] },
  { userId }: Pick<Principal, 'userId'>,
): readonly Relation[] {
  return [
    ...(authorId === userId ? (['author'] as const) : []),
    ...(assigneeIds.includes(userId) ? (['assignee'] as const) : []),
  ];
}

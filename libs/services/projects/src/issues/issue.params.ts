import type { UserId } from '@hearth/contract-kit';
import { atLeastOneOf, refused, v4 } from '@hearth/http';
import {
  exclusionParams,
  issuableFilters,
  issuableListParams,
  laterListParams,
  severalProjectsParams,
} from '@hearth/issuable';
import { z } from 'zod';
import type { NewIssue } from './create.js';
import {
  DUE,
  MOST_TEXT,
  ORDERS,
  type IssueChanges,
  type IssueFilters,
  type IssueOrder,
  type IssueState,
} from './issue.rules.js';

const title = v4.text({ most: 65_536 });
const description = v4.text({ most: MOST_TEXT }).nullable().optional();
const labels = v4.optional(v4.list(v4.text({ most: 1024 }), { most: 1000 }));
const ids = v4.list(v4.integer(), { most: 1000 });
const day = z.preprocess((value) => (value === '' ? null : value), v4.date().nullable()).optional();
/** Id that 0 or an empty text removes. */
const clearableId = z
  .preprocess((value) => (value === '' || value === '0' || value === 0 ? null : value), v4.integer().nullable())
  .optional();
const HIGHEST_GIVEN_IID = 1_000_000_000;
const locked = v4.optional(v4.boolean());
const issueType = v4
  .optional(z.literal('issue', { error: 'is not supported' }))
  .describe('Only `issue` is supported: there are no other types');

/** Properties of issues that Hearth does not have. */
const unsupported = {
  weight: refused(),
  epic_id: refused(),
  epic_iid: refused(),
  iteration_id: refused(),
  health_status: refused(),
};

const filters = {
  state: v4.optional(v4.oneOf(['opened', 'closed', 'all'])),
  ...issuableListParams,
  order_by: v4
    .optional(v4.oneOf(ORDERS))
    .describe('Property to order by; issues without it are the last. `popularity`: the number of upvotes'),
  ...laterListParams,
  not: exclusionParams({}),
  confidential: v4.optional(v4.boolean()).describe('Only confidential issues, or only others'),
  issue_type: v4
    .optional(v4.oneOf(['issue', 'incident', 'test_case', 'task']))
    .describe('Only issues of this type; there are only those of type `issue`'),
  due_date: v4.optional(v4.oneOf(DUE)).describe('Only issues due then; `0`: without a day, `any`: with one'),
  with_labels_details: v4.optional(v4.boolean()).describe('Whether labels are records, and not names'),
  iteration_title: refused(),
  milestone_id: refused(),
  or: refused(),
  cursor: refused(),
  ...unsupported,
};

export const ListIssuesParams = z.object({ ...filters, ...severalProjectsParams });
export const ProjectIssuesParams = z.object({ id: v4.project(), ...filters });
export const GroupIssuesParams = z.object({ id: v4.group(), ...filters, ...severalProjectsParams });

/** Statistics count by state: they have no order and no pages. */
const ONLY_OF_LISTS = {
  state: true,
  order_by: true,
  sort: true,
  page: true,
  per_page: true,
  with_labels_details: true,
} as const;
export const IssueStatisticsParams = ListIssuesParams.omit(ONLY_OF_LISTS);
export const ProjectIssueStatisticsParams = ProjectIssuesParams.omit(ONLY_OF_LISTS);
export const GroupIssueStatisticsParams = GroupIssuesParams.omit(ONLY_OF_LISTS);

/** Merge request whose closed issues are listed. */
export const ClosedIssuesParams = z.object({ id: v4.project(), merge_request_iid: v4.id(), ...v4.page });
/** Issue by its id, which is unique among all projects. */
export const IssueByIdParams = z.object({ id: v4.id() });
export const IssueParams = z.object({ id: v4.project(), issue_iid: v4.id() });
export const PagedIssueParams = IssueParams.extend(v4.page);

export const CreateIssueParams = z.object({
  id: v4.project(),
  title,
  description,
  confidential: v4.optional(v4.boolean()),
  assignee_ids: v4.optional(ids),
  assignee_id: v4.optional(v4.integer()),
  milestone_id: clearableId,
  labels,
  created_at: v4.optional(v4.dateTime()),
  /** Not the whole range of the column: the next number has to fit too. */
  iid: v4
    .optional(v4.integer().refine((iid) => iid >= 1 && iid <= HIGHEST_GIVEN_IID, { error: 'is invalid' }))
    .describe('Number in the project, from owners and admins; of others it is ignored'),
  due_date: day,
  discussion_locked: locked,
  issue_type: issueType,
  merge_request_to_resolve_discussions_of: refused(),
  discussion_to_resolve: refused(),
  ...unsupported,
});

const CHANGES = {
  title: v4.optional(title),
  description,
  confidential: v4.optional(v4.boolean()),
  /** An empty list removes all. */
  assignee_ids: ids.optional(),
  assignee_id: clearableId,
  milestone_id: clearableId,
  labels: v4.list(v4.text({ most: 1024 }), { most: 1000 }).optional(),
  add_labels: labels.describe('Names of labels to add'),
  remove_labels: labels.describe('Names of labels to remove'),
  state_event: v4.optional(v4.oneOf(['close', 'reopen'])),
  updated_at: v4.optional(v4.dateTime()),
  due_date: day,
  discussion_locked: locked,
  issue_type: issueType,
};
export const UpdateIssueParams = atLeastOneOf(
  IssueParams.extend({ ...CHANGES, ...unsupported }),
  ...(Object.keys(CHANGES) as (keyof typeof CHANGES)[]).filter((name) => name !== 'updated_at'),
);

export function newIssue(params: z.output<typeof CreateIssueParams>): NewIssue {
  const { assignee_ids: assigneeIds = given(params.assignee_id) } = params;
  return {
    title: params.title,
    description: params.description ?? null,
    confidential: params.confidential ?? false,
    assigneeIds,
    labels: params.labels ?? [],
    milestoneId: params.milestone_id ?? null,
    dueDate: params.due_date ?? null,
    discussionLocked: params.discussion_locked ?? null,
    ...(params.created_at && { createdAt: params.created_at }),
    ...(params.iid !== undefined && { iid: params.iid }),
  };
}

function given(id: number | null | undefined): number[] {
  return id ? [id] : [];
}

export function issueChanges(params: z.output<typeof UpdateIssueParams>): IssueChanges {
  const { state_event: event, assignee_id: assigneeId } = params;
  return {
    title: params.title,
    description: params.description,
    confidential: params.confidential,
    ...(event && { state: event === 'close' ? 'closed' : 'opened' }),
    assigneeIds: params.assignee_ids ?? (assigneeId === undefined ? undefined : given(assigneeId)),
    labels: params.labels,
    addLabels: params.add_labels,
    removeLabels: params.remove_labels,
    milestoneId: params.milestone_id,
    dueDate: params.due_date,
    discussionLocked: params.discussion_locked,
    updatedAt: params.updated_at,
  };
}

/** Converts the parameters to the filters of a list. @param scope default scope of the list */
export function issueFilters(
  params: Omit<z.output<typeof ListIssuesParams>, 'page' | 'per_page'>,
  userId: UserId,
  scope: 'all' | 'created_by_me',
): IssueFilters {
  const { confidential, due_date: due, issue_type: type, with_labels_details: withLabelDetails } = params;
  return {
    ...issuableFilters<IssueState, IssueOrder>(params, userId, scope),
    ...(confidential !== undefined && { confidential }),
    ...(due !== undefined && { due }),
    ...(type !== undefined && type !== 'issue' && { isOtherType: true }),
    ...(withLabelDetails && { withLabelDetails }),
  };
}

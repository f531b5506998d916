import type { ProjectId } from '@hearth/contract-kit';
import { atLeastOneOf, refused, v4 } from '@hearth/http';
import { z } from 'zod';
import type { NewMergeRequest } from './create.js';
import { MOST_ASSIGNED, MOST_TEXT } from './merge-request.rules.js';
import type { MergeRequestChanges } from './apply.js';

const title = v4.text({ most: 65_536 });
const branch = v4.text({ most: 4096 });
const description = v4.text({ most: MOST_TEXT }).nullable().optional();
const labels = v4.list(v4.text({ most: 1024 }), { most: 1000 });
const userIds = v4.list(v4.integer(), { most: MOST_ASSIGNED });
const assigneeIds = userIds.optional().describe('Ids of the assignees; 0 or empty: none');
const reviewerIds = userIds.optional().describe('Ids of the users asked for a review; 0 or empty: none');
const squash = v4.optional(v4.boolean()).describe('Whether a merge replaces its commits by one');
const collaboration = {
  allow_collaboration: v4
    .optional(v4.boolean())
    .describe(
      'Whether users with permission to merge into the target branch may push to the source branch, which is in a fork; ignored for a private project or a protected source branch, and from callers who may not push to the fork',
    ),
  allow_maintainer_to_push: v4.optional(v4.boolean()).describe('The same as `allow_collaboration`, by its older name'),
};
/** Id that 0 or an empty text removes. */
const clearableId = z
  .preprocess((value) => (value === '' || value === '0' || value === 0 ? null : value), v4.integer().nullable())
  .optional();

export const MergeRequestParams = z.object({ id: v4.project(), merge_request_iid: v4.id() });
export const ReadMergeRequestParams = MergeRequestParams.extend({
  include_diverged_commits_count: v4.optional(v4.boolean()).describe('Whether the answer has `diverged_commits_count`'),
  include_rebase_in_progress: v4.optional(v4.boolean()).describe('Whether the answer has `rebase_in_progress`'),
});
export const PagedMergeRequestParams = MergeRequestParams.extend(v4.page);

export const CreateMergeRequestParams = z.object({
  /** Id of the source project. */
  id: v4.project(),
  title,
  source_branch: branch,
  target_branch: branch,
  target_project_id: v4.optional(v4.integer()),
  description,
  assignee_id: clearableId,
  assignee_ids: assigneeIds,
  reviewer_ids: reviewerIds,
  milestone_id: clearableId,
  labels: v4.optional(labels),
  remove_source_branch: v4.optional(v4.boolean()),
  squash,
  approvals_before_merge: refused(),
  merge_after: refused(),
  ...collaboration,
});

const isGiven = (text: string) => text.trim() !== '';
/** Unlike with `v4.optional`, an empty text counts as a value. */
const given = (type: typeof title) =>
  z.preprocess((value) => value ?? undefined, type.refine(isGiven, { error: 'is empty' }).optional());

export const UpdateMergeRequestParams = atLeastOneOf(
  MergeRequestParams.extend({
    title: given(title),
    target_branch: given(branch),
    description,
    state_event: v4.optional(v4.oneOf(['close', 'reopen'])),
    assignee_id: clearableId,
    assignee_ids: assigneeIds,
    reviewer_ids: reviewerIds,
    milestone_id: clearableId,
    /** An empty text or list removes all. */
    labels: labels.optional(),
    add_labels: v4.optional(labels).describe('Names of labels to add'),
    remove_labels: v4.optional(labels).describe('Names of labels to remove'),
    remove_source_branch: v4.optional(v4.boolean()),
    squash,
    discussion_locked: v4.optional(v4.boolean()),
    merge_after: refused(),
    ...collaboration,
  }),
  ...(['assignee_id', 'description', 'labels', 'milestone_id', 'remove_source_branch'] as const),
  ...(['state_event', 'target_branch', 'title', 'discussion_locked', 'assignee_ids', 'reviewer_ids'] as const),
  ...(['add_labels', 'remove_labels', 'squash', 'allow_collaboration', 'allow_maintainer_to_push'] as const),
);

export function mergeRequestChanges(params: z.output<typeof UpdateMergeRequestParams>): MergeRequestChanges {
  return {
    title: params.title,
    description: params.description,
    targetBranch: params.target_branch,
    stateEvent: params.state_event,
    forceRemoveSourceBranch: params.remove_source_branch,
    squash: params.squash,
    assigneeIds: params.assignee_ids ? usersIn(params.assignee_ids) : onlyOne(params.assignee_id),
    reviewerIds: params.reviewer_ids && usersIn(params.reviewer_ids),
    milestoneId: params.milestone_id,
    labels: params.labels,
    addLabels: params.add_labels,
    removeLabels: params.remove_labels,
    discussionLocked: params.discussion_locked,
    allowCollaboration: collaborationIn(params),
  };
}

export function newMergeRequest(params: z.output<typeof CreateMergeRequestParams>): NewMergeRequest {
  return {
    title: params.title,
    description: params.description ?? null,
    sourceBranch: params.source_branch,
    targetBranch: params.target_branch,
    targetProjectId: (params.target_project_id ?? null) as ProjectId | null,
    assigneeIds: usersIn(params.assignee_ids ?? onlyOne(params.assignee_id) ?? []),
    reviewerIds: usersIn(params.reviewer_ids ?? []),
    milestoneId: params.milestone_id ?? null,
    labels: params.labels ?? [],
    forceRemoveSourceBranch: params.remove_source_branch ?? null,
    squash: params.squash,
    allowCollaboration: collaborationIn(params),
  };
}

/** The older name counts where the other one is missing. */
function collaborationIn(params: {
  readonly allow_collaboration?: boolean | undefined;
  readonly allow_maintainer_to_push?: boolean | undefined;
}): boolean | undefined {
  return params.allow_collaboration ?? params.allow_maintainer_to_push;
}

/** The only assignee that `assignee_id` names; null removes all. */
function onlyOne(id: number | null | undefined): readonly number[] | undefined {
  return id === undefined ? undefined : id === null ? [] : [id];
}

/** Leaves out 0, by which clients send an empty list. */
function usersIn(ids: readonly number[]): readonly number[] {
  return ids.filter((id) => id !== 0);
}

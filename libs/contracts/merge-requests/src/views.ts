import { UserBasicView } from '@hearth/identity-contracts';
import { MilestoneView, ReferencesView, TaskCompletionView, TimeStatsView } from '@hearth/projects-contracts';
import { z } from 'zod';
import { DETAILED_MERGE_STATUSES, MERGE_REQUEST_STATES, MERGE_STATUSES } from './types.js';

/** The record of a merge request for `view=simple`. */
export const SimpleMergeRequestView = z.strictObject({
  id: z.int(),
  iid: z.int(),
  project_id: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  state: z.enum(MERGE_REQUEST_STATES),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  web_url: z.string(),
});
export type SimpleMergeRequestView = z.output<typeof SimpleMergeRequestView>;

/** The record of a merge request in lists. */
export const MergeRequestView = SimpleMergeRequestView.extend({
  target_branch: z.string().describe('Branch to merge into'),
  source_branch: z.string().describe('Branch to merge'),
  upvotes: z.int(),
  downvotes: z.int(),
  author: UserBasicView,
  assignee: UserBasicView.nullable(),
  assignees: z.array(UserBasicView),
  reviewers: z.array(UserBasicView).describe('Users who were asked for a review'),
  merged_by: UserBasicView.nullable().describe('User who merged it; null before the merge'),
  merge_user: UserBasicView.nullable().describe('User who merged it or has set its automatic merge; null without one'),
  merged_at: z.iso.datetime().nullable().describe('When it was merged; null before'),
  closed_by: UserBasicView.nullable().describe('User who closed it; null unless it is closed'),
  closed_at: z.iso.datetime().nullable().describe('When it was closed; null unless it is closed'),
  prepared_at: z.iso.datetime().describe('When its first version was recorded'),
  source_project_id: z.int().describe('Id of the project of the source branch; null after it was deleted'),
  target_project_id: z.int().describe('Id of the project of the target branch'),
  labels: z.array(z.string()),
  work_in_progress: z.boolean().describe('Whether the title marks it as a draft, which cannot be merged'),
  draft: z.boolean().describe('The same as `work_in_progress`'),
  milestone: MilestoneView.nullable(),
  merge_when_pipeline_succeeds: z.boolean().describe('Whether it is merged when its pipeline succeeds'),
  merge_status: z
    .enum(MERGE_STATUSES)
    .describe('Whether the branches merge without conflict: `unchecked`, `can_be_merged` or `cannot_be_merged`'),
  detailed_merge_status: z
    .enum(DETAILED_MERGE_STATUSES)
    .describe('First reason that prevents a merge; `mergeable` without one'),
  has_conflicts: z.boolean().describe('Whether the branches were found to have a conflict'),
  sha: z.string().nullable(),
  merge_commit_sha: z.string().nullable().describe('Object id of the merge commit; null before the merge'),
  squash: z.boolean().describe('Whether a merge replaces its commits by one, where the project lets it choose'),
  squash_on_merge: z.boolean().describe('Whether a merge replaces its commits by one'),
  squash_commit_sha: z
    .string()
    .nullable()
    .describe('Object id of the commit that replaced its commits; null without one'),
  user_notes_count: z.int(),
  discussion_locked: z.boolean().nullable(),
  blocking_discussions_resolved: z
    .boolean()
    .describe('Whether no open discussion prevents a merge, as the project may require'),
  should_remove_source_branch: z
    .boolean()
    .nullable()
    .describe('Whether the user who merges asked for the source branch to be deleted'),
  force_remove_source_branch: z
    .boolean()
    .nullable()
    .describe('Whether the author asked for the source branch to be deleted after the merge'),
  allow_collaboration: z
    .boolean()
    .optional()
    .describe(
      'Whether users with permission to merge into the target branch may push to the source branch; only from forks',
    ),
  allow_maintainer_to_push: z.boolean().optional().describe('The same as `allow_collaboration`'),
  time_stats: TimeStatsView,
  task_completion_status: TaskCompletionView.describe('Tasks in the description'),
  reference: z.string().describe('The same as `references.relative`'),
  references: ReferencesView.describe('Texts that name the merge request'),
});
export type MergeRequestView = z.output<typeof MergeRequestView>;

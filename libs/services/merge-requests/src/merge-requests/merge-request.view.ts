import { PipelineBasicView, presentPipelineBasic } from '@hearth/ci-contracts';
import { UserBasicView, presentUserBasic, type UserCard } from '@hearth/identity-contracts';
import {
  ReferencesView,
  TaskCompletionView,
  TimeStatsView,
  presentReferences,
  presentTaskCompletion,
  presentTimeStats,
  type ReferenceOrigin,
} from '@hearth/issuable';
import { MilestoneView, presentMilestone } from '@hearth/projects-contracts';
import { z } from 'zod';
import { DETAILED_MERGE_STATUSES, detailedMergeStatus, hasConflicts } from '../mergeability/detailed-status.rules.js';
import { discussionsAllowMerge } from '../mergeability/mergeability.rules.js';
import { squashesOnMerge } from '../merges/squash.rules.js';
import type { DetailedMergeRequest, MergeRequestFact } from './merge-request.facts.js';
import type { Reviewer } from './merge-requests.store.js';
import { MERGE_STATUSES, STATES, changesCount, isWorkInProgress } from './merge-request.rules.js';

/** View for `view=simple`. */
export const SimpleMergeRequestView = z.strictObject({
  id: z.int(),
  iid: z.int(),
  project_id: z.int(),
  title: z.string(),
  description: z.string().nullable(),
  state: z.enum(STATES),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  web_url: z.string(),
});
export type SimpleMergeRequestView = z.output<typeof SimpleMergeRequestView>;

export const MergeRequestView = SimpleMergeRequestView.extend({
  target_branch: z.string(),
  source_branch: z.string(),
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
  source_project_id: z.int(),
  target_project_id: z.int(),
  labels: z.array(z.string()),
  work_in_progress: z.boolean(),
  draft: z.boolean().describe('The same as `work_in_progress`'),
  milestone: MilestoneView.nullable(),
  merge_when_pipeline_succeeds: z.boolean(),
  merge_status: z.enum(MERGE_STATUSES),
  detailed_merge_status: z
    .enum(DETAILED_MERGE_STATUSES)
    .describe('First reason that prevents a merge; `mergeable` without one'),
  has_conflicts: z.boolean().describe('Whether the branches were found to have a conflict'),
  sha: z.string().nullable(),
  merge_commit_sha: z.string().nullable(),
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
  should_remove_source_branch: z.boolean().nullable(),
  force_remove_source_branch: z.boolean().nullable(),
  time_stats: TimeStatsView,
  task_completion_status: TaskCompletionView.describe('Tasks in the description'),
  reference: z.string().describe('The same as `references.relative`'),
  references: ReferencesView.describe('Texts that name the merge request'),
});
export type MergeRequestView = z.output<typeof MergeRequestView>;

export const DetailedMergeRequestView = MergeRequestView.extend({
  subscribed: z.boolean(),
  changes_count: z.string().nullable(),
  diff_refs: z
    .strictObject({
      base_sha: z.string().nullable().describe('Merge base of source and target branch; null where they have none'),
      head_sha: z.string().describe('Tip of the source branch'),
      start_sha: z.string().describe('Tip of the target branch'),
    })
    .nullable()
    .describe('Commits between which the newest version is'),
  pipeline: PipelineBasicView.nullable().describe('The same as `head_pipeline`'),
  head_pipeline: PipelineBasicView.nullable().describe(
    'Newest pipeline of the head; null without one, and for callers who may not see pipelines',
  ),
  merge_error: z.string().nullable().describe('Why the newest merge or rebase failed; null where it did not'),
  rebase_in_progress: z.boolean().optional().describe('Whether a rebase is under way; only where it is asked for'),
  user: z
    .strictObject({ can_merge: z.boolean().describe('Whether the caller may merge into the target branch') })
    .describe('Permissions of the caller'),
});
export type DetailedMergeRequestView = z.output<typeof DetailedMergeRequestView>;

export const ReviewerView = z.strictObject({
  user: UserBasicView.describe('User who was asked for a review'),
  state: z.enum(['unreviewed', 'approved']).describe('`approved` once the user has approved it'),
  created_at: z.iso.datetime().describe('When the user was asked'),
});
export type ReviewerView = z.output<typeof ReviewerView>;

/** @param baseUrl scheme, host and port that the client used */
export function presentReviewer(
  { user, createdAt, approved }: Pick<Reviewer, 'createdAt' | 'approved'> & { readonly user: UserCard },
  baseUrl: string,
): ReviewerView {
  const state = approved ? 'approved' : 'unreviewed';
  return { user: presentUserBasic(user, baseUrl), state, created_at: createdAt.toISOString() };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentSimpleMergeRequest(
  { record, project }: MergeRequestFact,
  baseUrl: string,
): SimpleMergeRequestView {
  return {
    id: record.id,
    iid: record.iid,
    project_id: record.targetProjectId,
    title: record.title,
    description: record.description,
    state: record.state,
    created_at: record.createdAt.toISOString(),
    updated_at: record.updatedAt.toISOString(),
    web_url: `${baseUrl}/${project.fullPath}/merge_requests/${record.iid}`,
  };
}

/**
 * @param baseUrl scheme, host and port that the client used
 * @param from project or group whose list has the record, or null for a list of all projects
 */
export function presentMergeRequest(
  fact: MergeRequestFact,
  baseUrl: string,
  from: ReferenceOrigin = fact.project,
): MergeRequestView {
  const { record, author, labels, milestone, project, pipeline } = fact;
  const isDraft = isWorkInProgress(record.title);
  const references = presentReferences(`!${record.iid}`, project.fullPath, from);
  return {
    ...presentSimpleMergeRequest(fact, baseUrl),
    target_branch: record.targetBranch,
    source_branch: record.sourceBranch,
    upvotes: record.upvotes,
    downvotes: record.downvotes,
    author: presentUserBasic(author, baseUrl),
    ...presentPeople(fact, baseUrl),
    merged_at: record.mergedAt?.toISOString() ?? null,
    closed_at: record.closedAt?.toISOString() ?? null,
    // Its first version is created together with it.
    prepared_at: record.createdAt.toISOString(),
    source_project_id: record.sourceProjectId,
    target_project_id: record.targetProjectId,
    labels: labels.map(({ name }) => name),
    work_in_progress: isDraft,
    draft: isDraft,
    milestone: milestone && presentMilestone(milestone),
    merge_when_pipeline_succeeds: record.mergeWhenPipelineSucceeds,
    merge_status: record.mergeStatus,
    detailed_merge_status: detailedMergeStatus(record, project, pipeline?.status ?? null),
    has_conflicts: hasConflicts(record),
    sha: record.headSha,
    merge_commit_sha: record.mergeCommitSha,
    squash: record.squash,
    squash_on_merge: squashesOnMerge(project, record.squash),
    squash_commit_sha: record.squashCommitSha,
    user_notes_count: record.userNotesCount,
    discussion_locked: record.discussionLocked,
    blocking_discussions_resolved: discussionsAllowMerge(record, project),
    should_remove_source_branch: record.shouldRemoveSourceBranch,
    force_remove_source_branch: record.forceRemoveSourceBranch,
    time_stats: presentTimeStats(record),
    task_completion_status: presentTaskCompletion(record.description),
    reference: references.relative,
    references,
  };
}

function presentPeople({ assignees, reviewers, mergedBy, mergeUser, closedBy }: MergeRequestFact, baseUrl: string) {
  const one = (user: UserCard | null) => user && presentUserBasic(user, baseUrl);
  const all = assignees.map((user) => presentUserBasic(user, baseUrl));
  return {
    assignee: all[0] ?? null,
    assignees: all,
    reviewers: reviewers.map((user) => presentUserBasic(user, baseUrl)),
    merged_by: one(mergedBy),
    merge_user: one(mergeUser),
    closed_by: one(closedBy),
  };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentDetailedMergeRequest(detailed: DetailedMergeRequest, baseUrl: string): DetailedMergeRequestView {
  const { record, subscribed, canMerge, showsPipeline } = detailed;
  const { headSha, baseSha, startSha } = record;
  const pipeline = showsPipeline && detailed.pipeline ? presentPipelineBasic(detailed.pipeline, null) : null;
  return {
    ...presentMergeRequest(detailed, baseUrl),
    subscribed,
    changes_count: changesCount(record.versionState, record.filesCount),
    diff_refs:
      headSha === null || startSha === null ? null : { base_sha: baseSha, head_sha: headSha, start_sha: startSha },
    pipeline,
    head_pipeline: pipeline,
    merge_error: record.mergeError,
    user: { can_merge: canMerge },
  };
}

import { UserBasicView, presentUserBasic } from '@hearth/identity-contracts';
import { MilestoneView, NO_TIME, TimeStatsView, presentMilestone } from '@hearth/projects-contracts';
import { z } from 'zod';
import type { DetailedMergeRequest, MergeRequestFact } from './merge-request.facts.js';
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
  source_project_id: z.int(),
  target_project_id: z.int(),
  labels: z.array(z.string()),
  work_in_progress: z.boolean(),
  milestone: MilestoneView.nullable(),
  merge_when_pipeline_succeeds: z.boolean(),
  merge_status: z.enum(MERGE_STATUSES),
  sha: z.string().nullable(),
  merge_commit_sha: z.string().nullable(),
  user_notes_count: z.int(),
  discussion_locked: z.boolean().nullable(),
  should_remove_source_branch: z.boolean().nullable(),
  force_remove_source_branch: z.boolean().nullable(),
  time_stats: TimeStatsView,
});
export type MergeRequestView = z.output<typeof MergeRequestView>;

export const DetailedMergeRequestView = MergeRequestView.extend({
  subscribed: z.boolean(),
  changes_count: z.string().nullable(),
});
export type DetailedMergeRequestView = z.output<typeof DetailedMergeRequestView>;

/** @param baseUrl scheme, host and port that the client used */
export function presentSimpleMergeRequest(
  { record, projectPath }: MergeRequestFact,
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
    web_url: `${baseUrl}/${projectPath}/merge_requests/${record.iid}`,
  };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentMergeRequest(fact: MergeRequestFact, baseUrl: string): MergeRequestView {
  const { record, author, assignee, labels, milestone } = fact;
  return {
    ...presentSimpleMergeRequest(fact, baseUrl),
    target_branch: record.targetBranch,
    source_branch: record.sourceBranch,
    upvotes: record.upvotes,
    downvotes: record.downvotes,
    author: presentUserBasic(author, baseUrl),
    assignee: assignee && presentUserBasic(assignee, baseUrl),
    source_project_id: record.sourceProjectId,
    target_project_id: record.targetProjectId,
    labels: [...labels],
    work_in_progress: isWorkInProgress(record.title),
    milestone: milestone && presentMilestone(milestone),
    merge_when_pipeline_succeeds: record.mergeWhenPipelineSucceeds,
    merge_status: record.mergeStatus,
    sha: record.headSha,
    merge_commit_sha: record.mergeCommitSha,
    user_notes_count: record.userNotesCount,
    discussion_locked: record.discussionLocked,
    should_remove_source_branch: record.shouldRemoveSourceBranch,
    force_remove_source_branch: record.forceRemoveSourceBranch,
    time_stats: NO_TIME,
  };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentDetailedMergeRequest(detailed: DetailedMergeRequest, baseUrl: string): DetailedMergeRequestView {
  const { record, subscribed } = detailed;
  return {
    ...presentMergeRequest(detailed, baseUrl),
    subscribed,
    changes_count: changesCount(record.versionState, record.filesCount),
  };
}

import { PipelineBasicView, presentPipelineBasic } from '@hearth/ci-contracts';
import { UserBasicView, presentUserBasic, type UserCard } from '@hearth/identity-contracts';
import { presentReferences, presentTaskCompletion, presentTimeStats, type ReferenceOrigin } from '@hearth/issuable';
import { MergeRequestView, type SimpleMergeRequestView } from '@hearth/merge-requests-contracts';
import { presentMilestone } from '@hearth/projects-contracts';
import { z } from 'zod';
import { detailedMergeStatus, hasConflicts } from '../mergeability/detailed-status.rules.js';
import { discussionsAllowMerge } from '../mergeability/mergeability.rules.js';
import { squashesOnMerge } from '../merges/squash.rules.js';
import type { DetailedMergeRequest, MergeRequestFact } from './merge-request.facts.js';
import type { Reviewer } from './merge-requests.store.js';
import { changesCount, isWorkInProgress } from './merge-request.rules.js';

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
  diverged_commits_count: z
    .int()
    .nullable()
    .optional()
    .describe(
      'Commits of the target branch that the source lacks; null where there are too many; only where it is asked for',
    ),
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
    ...(record.sourceProjectId !== record.targetProjectId && presentCollaboration(fact)),
    time_stats: presentTimeStats(record),
    task_completion_status: presentTaskCompletion(record.description),
    reference: references.relative,
    references,
  };
}

function presentCollaboration({ allowsCollaboration: allowed }: MergeRequestFact) {
  return { allow_collaboration: allowed, allow_maintainer_to_push: allowed };
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

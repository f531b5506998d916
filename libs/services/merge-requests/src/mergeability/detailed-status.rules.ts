import type { DETAILED_MERGE_STATUSES } from '@hearth/merge-requests-contracts';
import type { PipelineStatus } from '@hearth/ci-contracts';
import { isWorkInProgress } from '../merge-requests/merge-request.rules.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import {
  discussionsAllowMerge,
  pipelineObstacle,
  type MergeConditions,
  type MergeSettings,
} from './mergeability.rules.js';

export type DetailedMergeStatus = (typeof DETAILED_MERGE_STATUSES)[number];

/** Merge request with the facts of its last check. */
type Checked = MergeConditions &
  Pick<
    MergeRequestRecord,
    'state' | 'title' | 'mergeStatus' | 'checkedSourceSha' | 'checkedTargetSha' | 'headSha' | 'baseSha'
  >;

/** Whether git cannot merge the tips because both have changed the same. */
export function hasConflicts(mergeRequest: Checked): boolean {
  return mergeRequest.mergeStatus === 'cannot_be_merged' && !lacksCommits(mergeRequest);
}

/**
 * First reason that prevents a merge, of those that accepting checks.
 * @param pipeline status of the newest pipeline of the head; only needed where the project requires one that succeeded
 */
export function detailedMergeStatus(
  mergeRequest: Checked,
  project: MergeSettings,
  pipeline: PipelineStatus | null,
): DetailedMergeStatus {
  const { state, title, mergeStatus } = mergeRequest;
  if (state !== 'opened') return 'not_open';
  if (mergeStatus === 'unchecked') return 'unchecked';
  if (isWorkInProgress(title)) return 'draft_status';
  const isBroken = mergeStatus === 'cannot_be_merged';
  if (isBroken && lacksCommits(mergeRequest)) return 'commits_status';
  if (!discussionsAllowMerge(mergeRequest, project)) return 'discussions_not_resolved';
  if (mergeRequest.approvalsLeft > 0) return 'not_approved';
  if (isBroken) return 'conflict';
  if (project.mergeMethod !== 'merge' && isBehind(mergeRequest)) return 'need_rebase';
  return pipelineObstacle(pipeline, project) ?? 'mergeable';
}

/** Whether a branch is missing, which is checked for no tips, or the source has no commits of its own. */
function lacksCommits({ checkedSourceSha, headSha, baseSha }: Checked): boolean {
  return checkedSourceSha === null || headSha === baseSha;
}

/** Whether the source lacks commits of the target: otherwise the tip of the target is the merge base. */
export function isBehind({ checkedTargetSha, baseSha }: Pick<Checked, 'checkedTargetSha' | 'baseSha'>): boolean {
  return checkedTargetSha !== baseSha;
}

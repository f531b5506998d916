import type { AccessLevel, ProjectCard } from '@hearth/contract-kit';
import type { PipelineStatus } from '@hearth/ci-contracts';
import { isWorkInProgress, type MergeRequestState } from '../merge-requests/merge-request.rules.js';

/** Merge conditions stored in other tables: discussions and approvals. */
export interface MergeConditions {
  /** Whether no discussion is open. */
  readonly discussionsResolved: boolean;
  /** Number of approvals that the rules require and that are missing. */
  readonly approvalsLeft: number;
}

/** Facts that decide about accepting a merge request, besides the caller and conflicts in git. */
export interface Candidate extends MergeConditions {
  readonly state: MergeRequestState;
  readonly title: string;
  /** Present tips; null where the branch or its project is gone. */
  readonly sourceTip: string | null;
  readonly targetTip: string | null;
  /** Whether the source has commits that are not on the target. */
  readonly hasCommits: boolean;
  /** Whether the source lacks commits of the target; only known where the project's method needs it. */
  readonly isBehind: boolean;
  /** Status of the newest pipeline of the source branch and its tip; null without one. */
  readonly pipeline: PipelineStatus | null;
}

/** Settings of a project that decide about merging. */
export type MergeSettings = Pick<
  ProjectCard,
  'onlyAllowMergeIfPipelineSucceeds' | 'onlyAllowMergeIfAllDiscussionsAreResolved' | 'mergeMethod'
>;

/**
 * Decision on a request to merge: `ended` for a merged or closed one, `not-mergeable` for one that is not ready. With an automatic merge,
 * `wait` for a running pipeline; otherwise `merge`.
 */
export type Decision = 'ended' | 'not-mergeable' | 'wait' | 'merge';

const ENDED: readonly Candidate['state'][] = ['merged', 'closed'];
/** Includes `created`: a pipeline that was just created has no job yet that could be pending. */
const UNDER_WAY: readonly PipelineStatus[] = ['created', 'waiting_for_resource', 'pending', 'running', 'canceling'];
const GREEN: readonly PipelineStatus[] = ['success', 'skipped'];

/**
 * Decides on a request to merge, in the order of the reference.
 * @param whenPipelineSucceeds whether the caller wants to merge when the pipeline succeeds
 */
export function decide(candidate: Candidate, project: MergeSettings, whenPipelineSucceeds: boolean): Decision {
  const { state, title, sourceTip, targetTip, hasCommits, isBehind, pipeline } = candidate;
  if (ENDED.includes(state)) return 'ended';
  const isBroken = sourceTip === null || targetTip === null || !hasCommits;
  if (state === 'locked' || isWorkInProgress(title) || isBroken) return 'not-mergeable';
  if (!conditionsAllowMerge(candidate, project)) return 'not-mergeable';
  if (isBehind && project.mergeMethod !== 'merge') return 'not-mergeable';
  if (whenPipelineSucceeds && pipeline !== null && isUnderWay(pipeline)) return 'wait';
  return pipelineObstacle(pipeline, project) === null ? 'merge' : 'not-mergeable';
}

/** Whether a pipeline has not ended yet, so that a merge can wait for it. */
export function isUnderWay(status: PipelineStatus): boolean {
  return UNDER_WAY.includes(status);
}

/** Whether discussions and approvals do not prevent a merge. */
export function conditionsAllowMerge(
  conditions: MergeConditions,
  project: Pick<ProjectCard, 'onlyAllowMergeIfAllDiscussionsAreResolved'>,
): boolean {
  return discussionsAllowMerge(conditions, project) && conditions.approvalsLeft === 0;
}

/** Whether the discussions do not prevent a merge: all are resolved, or the project does not require it. */
export function discussionsAllowMerge(
  { discussionsResolved }: Pick<MergeConditions, 'discussionsResolved'>,
  {
    onlyAllowMergeIfAllDiscussionsAreResolved: isRequired,
  }: Pick<ProjectCard, 'onlyAllowMergeIfAllDiscussionsAreResolved'>,
): boolean {
  return discussionsResolved || !isRequired;
}

/** Reason why the newest pipeline prevents a merge; null where it does not. */
export function pipelineObstacle(
  pipeline: PipelineStatus | null,
  { onlyAllowMergeIfPipelineSucceeds }: Pick<ProjectCard, 'onlyAllowMergeIfPipelineSucceeds'>,
): 'ci_still_running' | 'ci_must_pass' | null {
  if (!onlyAllowMergeIfPipelineSucceeds || pipeline === null || GREEN.includes(pipeline)) return null;
  return isUnderWay(pipeline) ? 'ci_still_running' : 'ci_must_pass';
}

/** Protection of the target branch, as returned by `repository.ref-protection`. */
export interface BranchProtection {
  readonly protected: boolean;
  readonly pushLevel: number | null;
  readonly mergeLevel: number | null;
  /** Missing where it is not protected. */
  readonly allowForcePush?: boolean | undefined;
}

/** Whether a user who may push to the project's branches may merge into this one: a protected branch requires the level to push or to merge. */
export function mayMergeInto(protection: BranchProtection, level: AccessLevel): boolean {
  return mayPushTo(protection, level) || permits(protection.mergeLevel, level);
}

/** Whether a user who may push to the project's branches may push to this one: a protected branch requires the level to push. */
export function mayPushTo(protection: BranchProtection, level: AccessLevel): boolean {
  return !protection.protected || permits(protection.pushLevel, level);
}

/** Whether the level of a protection permits the level of a user. Null and 0 permit no user. */
function permits(from: number | null, level: AccessLevel): boolean {
  return from !== null && from > 0 && level >= from;
}

import type { PipelineStatus } from '@hearth/ci-contracts';

/**
 * State transitions of a job that runners take: the permitted present states, and the new one. A job of a resource group that is to be enqueued
 * waits for the resource first. One whose runner cancels gracefully is `canceling` until that has run `after_script`; then it is `canceled`, also
 * if the runner reports a success.
 */
export const BUILD_TRANSITIONS = {
  enqueue: { from: ['created', 'skipped', 'manual', 'scheduled', 'waiting_for_resource'], to: 'pending' },
  actionize: { from: ['created'], to: 'manual' },
  schedule: { from: ['created'], to: 'scheduled' },
  run: { from: ['pending'], to: 'running' },
  skip: { from: ['created', 'pending'], to: 'skipped' },
  drop: { from: ['created', 'pending', 'running', 'canceling'], to: 'failed' },
  success: { from: ['created', 'pending', 'running', 'canceling'], to: 'success' },
  cancel: { from: ['created', 'pending', 'running', 'manual', 'scheduled', 'waiting_for_resource'], to: 'canceled' },
  /** Does not wait for the runner of a job any longer. */
  forceCancel: { from: ['canceling'], to: 'canceled' },
  process: { from: ['skipped', 'manual'], to: 'created' },
  /** A bridge whose pipeline runs again. */
  resume: { from: ['success', 'failed', 'canceled', 'skipped', 'manual'], to: 'running' },
  /** A bridge that mirrors a skipped pipeline. */
  pass: { from: ['pending', 'running'], to: 'skipped' },
  /** A bridge that mirrors a pipeline that waits for a manual job. */
  block: { from: ['pending', 'running'], to: 'manual' },
} as const satisfies Record<string, { readonly from: readonly PipelineStatus[]; readonly to: PipelineStatus }>;
export type BuildEvent = keyof typeof BUILD_TRANSITIONS;

/** Returns whether a job in this state is on a runner, which reports on it. */
export function isOnRunner(status: PipelineStatus): boolean {
  return status === 'running' || status === 'canceling';
}

/** States from which a job can be run again. */
const RETRYABLE: readonly PipelineStatus[] = ['success', 'failed', 'canceled'];

export function isRetryable(status: PipelineStatus): boolean {
  return RETRYABLE.includes(status);
}

/** Reasons for the failure of a job. */
export const FAILURE_REASONS = [
  'unknown_failure',
  'script_failure',
  'api_failure',
  'stuck_or_timeout_failure',
  'runner_system_failure',
  'missing_dependency_failure',
] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** Reasons for which a bridge has no pipeline, or mirrors none. */
export type BridgeFailureReason =
  | 'insufficient_bridge_permissions'
  | 'downstream_bridge_project_not_found'
  | 'downstream_pipeline_creation_failed'
  | 'pipeline_loop_detected'
  | 'reached_max_descendant_pipelines_depth'
  | 'reached_max_pipeline_hierarchy_size'
  | 'insufficient_upstream_permissions'
  | 'upstream_bridge_project_not_found';

/** Reasons reported by newer runners, mapped to the reasons above. */
const NEWER_REASONS: Readonly<Record<string, FailureReason>> = {
  job_execution_timeout: 'stuck_or_timeout_failure',
  image_pull_failure: 'runner_system_failure',
  runner_configuration_error: 'runner_system_failure',
  runner_external_dependency_failure: 'runner_system_failure',
  runner_interrupted: 'runner_system_failure',
};

/** @param reported by a runner; by default, the script has failed */
export function failureReason(reported: string | undefined): FailureReason {
  if (reported === undefined) return 'script_failure';
  return FAILURE_REASONS.find((reason) => reason === reported) ?? NEWER_REASONS[reported] ?? 'unknown_failure';
}

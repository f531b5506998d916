import type { PipelineStatus } from '@hearth/ci-contracts';

/** Jobs of a pipeline that are alike; without those that were retried. */
export interface JobCount {
  readonly status: PipelineStatus;
  readonly allowFailure: boolean;
  readonly count: number;
}

/** No job of the pipeline has begun to run. */
export const WAITING = ['created', 'pending'] as const satisfies readonly PipelineStatus[];

const FINAL = ['success', 'failed', 'canceled', 'skipped'] as const satisfies readonly PipelineStatus[];
type FinalStatus = (typeof FINAL)[number];

/** Returns true when nothing of the pipeline or job goes on by itself any more. */
export function isFinal(status: PipelineStatus): status is FinalStatus {
  return (FINAL as readonly PipelineStatus[]).includes(status);
}

/** States of a job that a pipeline overlooks when the job may fail. */
const OVERLOOKED: readonly PipelineStatus[] = ['failed', 'canceled', 'manual'];

/** Derives the state of a pipeline from its jobs: the first rule that fits. */
export function pipelineStatus(jobs: readonly JobCount[]): PipelineStatus {
  const isOverlooked = ({ allowFailure, status }: JobCount) => allowFailure && OVERLOOKED.includes(status);
  const counted = jobs.filter((job) => !isOverlooked(job) && job.count > 0);
  const all = (...statuses: PipelineStatus[]) => counted.every(({ status }) => statuses.includes(status));
  const any = (...statuses: PipelineStatus[]) => counted.some(({ status }) => statuses.includes(status));
  const hasWarnings = jobs.some((job) => isOverlooked(job) && job.status !== 'manual' && job.count > 0);
  if (all('skipped')) return hasWarnings ? 'success' : 'skipped';
  if (all('success')) return 'success';
  if (all('created')) return 'created';
  if (all('success', 'skipped')) return 'success';
  if (all('success', 'skipped', 'canceled')) return 'canceled';
  if (all('created', 'skipped', 'pending')) return 'pending';
  if (any('running', 'pending')) return 'running';
  if (any('manual')) return 'manual';
  return any('created') ? 'running' : 'failed';
}

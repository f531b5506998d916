import type { PipelineStatus } from '@hearth/ci-contracts';

/** Number of equal jobs of a pipeline, without retried ones. */
export interface JobCount {
  readonly status: PipelineStatus;
  readonly allowFailure: boolean;
  readonly count: number;
}

const FINAL = ['success', 'failed', 'canceled', 'skipped'] as const satisfies readonly PipelineStatus[];
type FinalStatus = (typeof FINAL)[number];

/** Returns whether a pipeline or job in this state no longer changes by itself. */
export function isFinal(status: PipelineStatus): status is FinalStatus {
  return (FINAL as readonly PipelineStatus[]).includes(status);
}

/** Returns the whole seconds that a pipeline waited for its first job to run; null before, and for less than one. */
export function queuedSecondsOf({
  createdAt,
  startedAt,
}: {
  readonly createdAt: Date;
  readonly startedAt: Date | null;
}): number | null {
  return (startedAt && Math.floor((startedAt.getTime() - createdAt.getTime()) / 1_000)) || null;
}

/** States of a job that is allowed to fail which do not affect its pipeline. */
const OVERLOOKED: readonly PipelineStatus[] = ['failed', 'canceled', 'manual'];

/** Derives the state of a pipeline from its jobs: the first matching rule. */
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
  if (any('waiting_for_resource')) return 'waiting_for_resource';
  if (any('manual')) return 'manual';
  if (any('scheduled')) return 'scheduled';
  if (any('created')) return 'running';
  return any('canceling') ? 'canceling' : 'failed';
}

import type { PipelineStatus } from '@hearth/ci-contracts';
import { isFinal, pipelineStatus } from '../pipelines/pipeline-status.rules.js';
import { BUILD_TRANSITIONS, type BuildEvent } from './build-status.rules.js';

/** Result of the earlier stages that a job runs after. */
export const WHENS = ['on_success', 'on_failure', 'always', 'manual'] as const;
export type When = (typeof WHENS)[number];

/** A job in its stage. */
export interface StagedBuild {
  readonly id: number;
  readonly stageIndex: number;
  readonly status: PipelineStatus;
  readonly when: When;
  readonly allowFailure: boolean;
}

const RUNS_AFTER: Readonly<Record<When, readonly PipelineStatus[]>> = {
  on_success: ['success', 'skipped'],
  on_failure: ['failed'],
  always: ['success', 'failed', 'skipped'],
  manual: ['success', 'skipped'],
};

/**
 * Returns the events for jobs that wait for their stage. A stage begins when the jobs of the earlier stages have ended.
 * @param builds the jobs of one pipeline, without retried ones
 */
export function dueEvents(builds: readonly StagedBuild[]): { readonly id: number; readonly event: BuildEvent }[] {
  const statuses = new Map(builds.map(({ id, status }) => [id, status]));
  const due: { id: number; event: BuildEvent }[] = [];
  const stages = [...new Set(builds.map(({ stageIndex }) => stageIndex))].sort((a, b) => a - b);
  for (const stage of stages) {
    const earlier = builds.filter(({ stageIndex }) => stageIndex < stage);
    const result = resultOf(earlier.map((build) => ({ ...build, status: statuses.get(build.id)! })));
    if (!isFinal(result)) break;
    for (const { id, when, stageIndex } of builds) {
      if (stageIndex !== stage || statuses.get(id) !== 'created') continue;
      const event = eventOf(when, result);
      statuses.set(id, BUILD_TRANSITIONS[event].to);
      due.push({ id, event });
    }
  }
  return due;
}

/** Returns the result of the earlier stages; success before the first one. */
function resultOf(earlier: readonly StagedBuild[]): PipelineStatus {
  if (earlier.length === 0) return 'success';
  return pipelineStatus(earlier.map(({ status, allowFailure }) => ({ status, allowFailure, count: 1 })));
}

function eventOf(when: When, result: PipelineStatus): BuildEvent {
  if (!RUNS_AFTER[when].includes(result)) return 'skip';
  return when === 'manual' ? 'actionize' : 'enqueue';
}

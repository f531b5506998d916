import type { PipelineStatus } from '@hearth/ci-contracts';
import { isFinal, pipelineStatus } from '../pipelines/pipeline-status.rules.js';
import { BUILD_TRANSITIONS, type BuildEvent } from './build-status.rules.js';

/** After which result of the earlier stages a job runs. */
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
 * Decides what happens to the jobs that wait for their stage: it begins when those of the earlier stages have ended.
 * @param builds the jobs of one pipeline that were not replaced by a retry
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

/** What the earlier stages have led to; before the first one nothing has failed. */
function resultOf(earlier: readonly StagedBuild[]): PipelineStatus {
  if (earlier.length === 0) return 'success';
  return pipelineStatus(earlier.map(({ status, allowFailure }) => ({ status, allowFailure, count: 1 })));
}

function eventOf(when: When, result: PipelineStatus): BuildEvent {
  if (!RUNS_AFTER[when].includes(result)) return 'skip';
  return when === 'manual' ? 'actionize' : 'enqueue';
}

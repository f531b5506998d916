import type { PipelineStatus } from '@hearth/ci-contracts';
import { isFinal, pipelineStatus } from '../pipelines/pipeline-status.rules.js';
import { BUILD_TRANSITIONS, type BuildEvent } from './build-status.rules.js';

/** Result of the earlier jobs that a job runs after. */
export const WHENS = ['on_success', 'on_failure', 'always', 'manual', 'delayed'] as const;
export type When = (typeof WHENS)[number];

/** Returns whether users may start a job: those that wait for a user or for a time. */
export function isPlayable(when: When): boolean {
  return when === 'manual' || when === 'delayed';
}

/** A job with the jobs that it waits for: those of earlier stages, or those that it needs. */
export interface StagedBuild {
  readonly id: number;
  readonly name: string;
  readonly stageIndex: number;
  readonly status: PipelineStatus;
  readonly when: When;
  readonly allowFailure: boolean;
  /** Names of jobs of its own or earlier stages; null: all jobs of earlier stages. */
  readonly needs: readonly string[] | null;
}

const RUNS_AFTER: Readonly<Record<When, readonly PipelineStatus[]>> = {
  on_success: ['success', 'skipped'],
  on_failure: ['failed'],
  always: ['success', 'failed', 'skipped'],
  manual: ['success', 'skipped'],
  delayed: ['success', 'skipped'],
};

interface DueEvent {
  readonly id: number;
  readonly event: BuildEvent;
}

/**
 * Returns the events for jobs that wait for others. A stage begins when the jobs of the earlier stages have ended, a job with needs when these have.
 * @param builds the jobs of one pipeline, without retried ones
 */
export function dueEvents(builds: readonly StagedBuild[]): readonly DueEvent[] {
  return new Graph(builds).due();
}

class Graph {
  readonly #statuses: Map<number, PipelineStatus>;
  readonly #byName: ReadonlyMap<string, StagedBuild>;
  readonly #stages: ReadonlyMap<number, readonly StagedBuild[]>;
  /** Results of the stages before one. */
  readonly #before = new Map<number, PipelineStatus>();
  readonly #visited = new Set<number>();
  readonly #due: DueEvent[] = [];

  constructor(builds: readonly StagedBuild[]) {
    this.#statuses = new Map(builds.map(({ id, status }) => [id, status]));
    this.#byName = new Map(builds.map((build) => [build.name, build]));
    const stages = [...new Set(builds.map(({ stageIndex }) => stageIndex))].sort((a, b) => a - b);
    this.#stages = new Map(stages.map((stage) => [stage, builds.filter(({ stageIndex }) => stageIndex === stage)]));
  }

  due(): readonly DueEvent[] {
    for (const builds of this.#stages.values()) for (const build of builds) this.#visit(build);
    return this.#due;
  }

  /** Finds the event of a job after those of the jobs before it. */
  #visit(build: StagedBuild): void {
    if (this.#visited.has(build.id)) return;
    this.#visited.add(build.id);
    if (build.status !== 'created') return;
    const result = build.needs ? this.#resultOfNeeds(build.needs) : this.#resultBefore(build.stageIndex);
    if (!isFinal(result)) return;
    const event = eventOf(build, result);
    this.#statuses.set(build.id, BUILD_TRANSITIONS[event].to);
    this.#due.push({ id: build.id, event });
  }

  /** Returns the result of the earlier stages; success before the first one. All of their jobs have been visited. */
  #resultBefore(stageIndex: number): PipelineStatus {
    const known = this.#before.get(stageIndex);
    if (known !== undefined) return known;
    const earlier = [...this.#stages].flatMap(([stage, builds]) => (stage < stageIndex ? builds : []));
    const result = this.#resultOf(earlier);
    this.#before.set(stageIndex, result);
    return result;
  }

  /** Returns the result of needed jobs: skipped when one of them did not run. Those that are not in the pipeline are optional. */
  #resultOfNeeds(needs: readonly string[]): PipelineStatus {
    const needed = needs.flatMap((name) => this.#byName.get(name) ?? []);
    for (const build of needed) this.#visit(build);
    const result = this.#resultOf(needed);
    const isSkipped = needed.some((build) => {
      const status = this.#statuses.get(build.id);
      return status === 'skipped' || (status === 'manual' && build.allowFailure);
    });
    return isFinal(result) && result !== 'canceled' && isSkipped ? 'skipped' : result;
  }

  #resultOf(builds: readonly StagedBuild[]): PipelineStatus {
    if (builds.length === 0) return 'success';
    return pipelineStatus(
      builds.map(({ id, allowFailure }) => ({ status: this.#statuses.get(id)!, allowFailure, count: 1 })),
    );
  }
}

const EVENTS: Readonly<Partial<Record<When, BuildEvent>>> = { manual: 'actionize', delayed: 'schedule' };

/** A job with needs does not run on success of a job that was skipped. */
function eventOf({ when, needs }: StagedBuild, result: PipelineStatus): BuildEvent {
  const waitsForSuccess = when === 'on_success' || isPlayable(when);
  if (needs && waitsForSuccess && result === 'skipped') return 'skip';
  if (!RUNS_AFTER[when].includes(result)) return 'skip';
  return EVENTS[when] ?? 'enqueue';
}

/** Returns the jobs that need a job, or that need one of these. */
export function dependentsOf(builds: readonly StagedBuild[], name: string): readonly StagedBuild[] {
  const names = new Set([name]);
  const found = new Set<StagedBuild>();
  for (let size = -1; size < found.size;) {
    size = found.size;
    for (const build of builds) {
      if (!build.needs?.some((need) => names.has(need))) continue;
      found.add(build);
      names.add(build.name);
    }
  }
  return [...found];
}

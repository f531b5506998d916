import type { Random } from '@hearth/testing';

/** What has to have happened so often before a fault strikes: steps acknowledged, effects of the first handler, of the last one. */
export type Progress = 'appended' | 'first' | 'third';

export interface Fault {
  readonly progress: Progress;
  readonly at: number;
  /** Processes that are killed at the same moment: of the witness, or `hearth/<name>` of the system. */
  readonly victims: readonly string[];
}

interface Target {
  readonly progress: Progress;
  readonly replicas: readonly string[];
}

/** Publishers are struck while steps are written, consumers in the midst of what they handle. */
const TARGETS: readonly Target[] = [
  { progress: 'appended', replicas: ['projects-1', 'projects-2'] },
  { progress: 'first', replicas: ['repository-1', 'repository-2'] },
  { progress: 'third', replicas: ['ci-1', 'ci-2', 'ci-3'] },
];
const SERVICES = ['gateway', 'identity', 'projects', 'repository-1', 'repository-2'];

/**
 * Draws faults for a run of so many events: of each target one replica, another one, and all of them at once; and three services of the
 * system. Sorted by when they strike.
 */
export function planFaults(random: Random, events: number): Fault[] {
  const faults = TARGETS.flatMap(({ progress, replicas }) => {
    const first = random.pick(replicas);
    const second = random.pick(replicas.filter((name) => name !== first));
    const moments = momentsIn(random, events, 3);
    return [[first], [second], replicas].map((victims, index) => ({ progress, at: moments[index]!, victims }));
  });
  const services = momentsIn(random, events, 3).map((at) => ({
    progress: 'appended' as const,
    at,
    victims: [`hearth/${random.pick(SERVICES)}`],
  }));
  return [...faults, ...services].sort((a, b) => a.at - b.at);
}

/** One moment in each of some equal parts of the run, its very end excluded. */
function momentsIn(random: Random, events: number, parts: number): number[] {
  const part = Math.floor((events * 0.95) / parts);
  return Array.from({ length: parts }, (_, index) => index * part + random.between(1, part));
}

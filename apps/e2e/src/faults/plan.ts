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
  /** How often one of the replicas is struck alone, before all of them are. */
  readonly alone: number;
}

/**
 * Publishers are struck while steps are written, consumers in the midst of what they handle. A group of consumers stands still for ten
 * seconds when one of them dies, publishers go on at once.
 */
const TARGETS: readonly Target[] = [
  { progress: 'appended', replicas: ['projects-1', 'projects-2'], alone: 2 },
  { progress: 'first', replicas: ['repository-1', 'repository-2'], alone: 1 },
  { progress: 'third', replicas: ['ci-1', 'ci-2', 'ci-3'], alone: 1 },
];
const SERVICES = ['gateway', 'identity', 'projects', 'repository-1', 'repository-2'];

/**
 * Draws faults for a run of so many events: of each target single replicas, each time another one, and then all of them at once; and three
 * services of the system. Sorted by when they strike.
 */
export function planFaults(random: Random, events: number): Fault[] {
  const faults = TARGETS.flatMap(({ progress, replicas, alone }) => {
    const victims = [...drawn(random, replicas, alone).map((name) => [name]), replicas];
    const moments = momentsIn(random, events, victims.length);
    return victims.map((names, index) => ({ progress, at: moments[index]!, victims: names }));
  });
  const services = drawn(random, SERVICES, 3).map((name) => [`hearth/${name}`]);
  const moments = momentsIn(random, events, services.length);
  const struck = services.map((victims, index) => ({ progress: 'appended' as const, at: moments[index]!, victims }));
  return [...faults, ...struck].sort((a, b) => a.at - b.at);
}

/** Some of a list, none of them twice. */
function drawn(random: Random, list: readonly string[], count: number): string[] {
  const left = [...list];
  return Array.from({ length: count }, () => left.splice(random.between(0, left.length - 1), 1)[0]!);
}

/** One moment in each of some equal parts of the run, its very end excluded. */
function momentsIn(random: Random, events: number, parts: number): number[] {
  const part = Math.floor((events * 0.95) / parts);
  return Array.from({ length: parts }, (_, index) => index * part + random.between(1, part));
}

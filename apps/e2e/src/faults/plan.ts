import type { Random } from '@hearth/testing';

/** Kind of progress that triggers a fault: steps acknowledged, effects of the first handler, of the last one. */
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
  /** Number of strikes against a single replica, before all of them are struck. */
  readonly alone: number;
}

/**
 * Publishers are struck while steps are written, consumers while they handle events. A group of consumers stops for ten seconds when one of them
 * dies, publishers continue at once.
 */
const TARGETS: readonly Target[] = [
  { progress: 'appended', replicas: ['projects-1', 'projects-2'], alone: 2 },
  { progress: 'first', replicas: ['repository-1', 'repository-2'], alone: 1 },
  { progress: 'third', replicas: ['ci-1', 'ci-2', 'ci-3'], alone: 1 },
];
const SERVICES = ['gateway', 'identity', 'projects', 'repository-1', 'repository-2'];

const BEHIND_THE_GATEWAY = ['identity', 'projects', 'repository', 'merge-requests', 'ci'];

/** A fault of one part of the system. */
export interface Strike {
  /** A process of the system, or one of its engines. */
  readonly victim: string;
  readonly how: 'killed' | 'stopped' | 'frozen' | 'without files';
}

/** A strike, and the number of steps of all journeys before it. */
export interface PlannedStrike extends Strike {
  readonly at: number;
}

const STRIKES: readonly Strike[] = [
  ...[...SERVICES, 'merge-requests', 'ci', 'postgres', 'kafka'].map((victim) => ({ victim, how: 'killed' as const })),
  { victim: 'kafka', how: 'stopped' },
  { victim: 'kafka', how: 'frozen' },
];

/**
 * Draws faults for a run of so many events: of each target single replicas, each time another one, and then all of them at once; and three services
 * of the system. Sorted by time.
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

/**
 * Draws strikes against every part of the system, each as often as there are rounds. Without rounds the parts that carry out a merge are struck
 * once; the gateway, identity and Kafka in its other ways are struck while events are delivered.
 */
export function planOfMerging(random: Random, steps: number, rounds: number): PlannedStrike[] {
  if (rounds > 0) return planStrikes(random, steps, rounds, STRIKES);
  const killed = ['merge-requests', random.pick(['repository-1', 'repository-2']), 'projects', 'ci', 'postgres'];
  const few = killed.map((victim) => ({ victim, how: 'killed' as const }));
  return planStrikes(random, steps, 1, [...few, { victim: 'kafka', how: 'stopped' }]);
}

/** Draws the order and the moments of strikes, each as often as there are rounds. */
export function planStrikes(
  random: Random,
  steps: number,
  rounds: number,
  strikes: readonly Strike[],
): PlannedStrike[] {
  const order = Array.from({ length: rounds }, () => drawn(random, strikes, strikes.length)).flat();
  const moments = momentsIn(random, steps, order.length);
  return order.map((strike, index) => ({ ...strike, at: moments[index]! }));
}

/** Draws so many services to restart, besides the gateway. */
export function planRestarts(random: Random, count: number): string[] {
  return ['gateway', ...drawn(random, BEHIND_THE_GATEWAY, count)];
}

/** Draws some elements of a list, none of them twice. */
function drawn<T>(random: Random, list: readonly T[], count: number): T[] {
  const left = [...list];
  return Array.from({ length: count }, () => left.splice(random.between(0, left.length - 1), 1)[0]!);
}

/** Draws one moment in each of some equal parts of the run, its very end excluded. */
function momentsIn(random: Random, events: number, parts: number): number[] {
  const part = Math.floor((events * 0.95) / parts);
  return Array.from({ length: parts }, (_, index) => index * part + random.between(1, part));
}

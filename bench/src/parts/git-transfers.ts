import type { GitSides } from '../transport/git-sides.js';
import type { Hearth } from '../system/hearth.js';
import { median } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';
import { clones, compare, medians, pushOne, type Sides } from '../transport/transfers.js';
import { memoryOf } from './idle-memory.js';

const CLONE_ROUNDS = 5;
const PUSH_ROUNDS = 25;
const AT_ONCE = 8;
const MANY = 50;
const SAMPLE_MS = 250;

/** Clones and pushes against `git http-backend`, and the memory that many clones at once take. */
export async function gitTransfers(hearth: Hearth, sides: GitSides): Promise<Measurement[]> {
  return [...(await transfers(sides, 'git http-backend')), await memory(hearth, sides)];
}

/** Clones, alone and together, and pushes, against a peer. */
export async function transfers(sides: Sides, peer: string): Promise<Measurement[]> {
  const speed = async (name: string, count: number): Promise<Measurement> => {
    const rounds = await compare(sides, CLONE_ROUNDS, (side) => clones(sides.folder, side, count));
    return {
      name,
      unit: `of ${peer}'s speed`,
      value: median(rounds.map(([ours, theirs]) => theirs / ours)),
      goal: { atLeast: 0.95 },
      detail: medians(rounds),
    };
  };
  const one = await speed('clone', 1);
  const eight = await speed(`${AT_ONCE} clones at once`, AT_ONCE);
  const push = await compare(sides, PUSH_ROUNDS, pushOne);
  return [
    one,
    eight,
    {
      name: 'push of one commit',
      unit: `times ${peer}'s time`,
      value: median(push.map(([ours, theirs]) => ours / theirs)),
      goal: { atMost: 1.3 },
      detail: medians(push),
    },
  ];
}

/** Memory beyond that at rest, while fifty clones are asked for; those above the limits wait and try again. */
async function memory(hearth: Hearth, sides: GitSides): Promise<Measurement> {
  const before = (await memoryOf(hearth)).megabytes;
  let most = before;
  let isRunning = true;
  const watching = (async () => {
    while (isRunning) {
      most = Math.max(most, (await memoryOf(hearth)).megabytes);
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_MS));
    }
  })();
  await clones(sides.folder, sides.ours, MANY);
  isRunning = false;
  await watching;
  return {
    name: `memory of ${MANY} clones at once`,
    unit: 'MB beyond that at rest',
    value: most - before,
    goal: { atMost: 1_500 },
    detail: `${before.toFixed(0)} MB at rest`,
  };
}

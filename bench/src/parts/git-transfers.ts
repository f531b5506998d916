import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Git } from '@hearth/testing';
import type { GitSide, GitSides } from '../system/git-sides.js';
import type { Hearth } from '../system/hearth.js';
import { median } from '../system/load.js';
import type { Measurement } from '../system/measurement.js';
import { memoryOf } from './idle-memory.js';

const CLONE_ROUNDS = 5;
const PUSH_ROUNDS = 25;
const AT_ONCE = 8;
const MANY = 50;
const LONG_MS = 30 * 60_000;
const SAMPLE_MS = 250;

/** Clones and pushes against `git http-backend`, and the memory that many clones at once take. */
export async function gitTransfers(hearth: Hearth, sides: GitSides): Promise<Measurement[]> {
  const one = await compare(sides, CLONE_ROUNDS, (side) => clones(sides, side, 1));
  const eight = await compare(sides, CLONE_ROUNDS, (side) => clones(sides, side, AT_ONCE));
  const push = await compare(sides, PUSH_ROUNDS, pushOne);
  return [
    speed('clone', one),
    speed(`${AT_ONCE} clones at once`, eight),
    {
      name: 'push of one commit',
      unit: "times git http-backend's time",
      value: median(push.map(([ours, theirs]) => ours / theirs)),
      goal: { atMost: 1.3 },
      detail: times(push),
    },
    await memory(hearth, sides),
  ];
}

function speed(name: string, rounds: readonly [number, number][]): Measurement {
  return {
    name,
    unit: "of git http-backend's speed",
    value: median(rounds.map(([ours, theirs]) => theirs / ours)),
    goal: { atLeast: 0.95 },
    detail: times(rounds),
  };
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
  await clones(sides, sides.ours, MANY);
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

async function clones(sides: GitSides, { url }: GitSide, count: number): Promise<number> {
  const targets = Array.from({ length: count }, (_, index) => path.join(sides.folder, `clone-${index}`));
  const milliseconds = await timed(() => Promise.all(targets.map((target) => clone(sides.folder, url, target))));
  for (const target of targets) await rm(target, { recursive: true });
  return milliseconds;
}

/** Asks again when the server is busy. */
async function clone(folder: string, url: string, target: string): Promise<void> {
  for (;;) {
    const { code, stderr } = await new Git(folder).attempt(['clone', '--quiet', '--bare', url, target], {
      timeoutMs: LONG_MS,
    });
    if (code === 0) return;
    if (!stderr.includes('503')) throw new Error(stderr);
  }
}

async function pushOne({ url, git }: GitSide): Promise<number> {
  const tree = await git.text('rev-parse', 'main^{tree}');
  const commit = await git.text('commit-tree', '-p', 'main', '-m', 'One more', tree);
  await git.run(['update-ref', 'refs/heads/main', commit]);
  return timed(() => git.run(['push', '--quiet', url, 'main']));
}

/** Both sides one after the other, again and again, so that a drifting machine hits both; the first round warms up and does not count. */
async function compare(
  { ours, theirs }: GitSides,
  rounds: number,
  measure: (side: GitSide) => Promise<number>,
): Promise<[number, number][]> {
  const results: [number, number][] = [];
  for (let round = 0; round <= rounds; round++) results.push([await measure(ours), await measure(theirs)]);
  return results.slice(1);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

function times(rounds: readonly [number, number][]): string {
  const [a, b] = [median(rounds.map(([ours]) => ours)), median(rounds.map(([, theirs]) => theirs))];
  return `${a.toFixed(0)} ms against ${b.toFixed(0)} ms`;
}

import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Git } from '@hearth/testing';
import type { GitSides } from '../transport/git-sides.js';
import type { Hearth } from '../system/hearth.js';
import type { Measurement } from '../system/measurement.js';
import { endedChildrenSeconds } from '../system/process-use.js';
import { parentsOfAll, withDescendants } from '../system/process-tree.js';

const MANY = 50;
const DEPTH = 2_000;
const LONG_MS = 30 * 60_000;

/** Processor time of the server's gits for fifty equal shallow clones at once, as by the jobs of a pipeline, against that for one. */
export async function packCache(hearth: Hearth, sides: GitSides): Promise<Measurement> {
  // Clones of different depths are different requests.
  const one = await gitSeconds(hearth, () => clones(sides, 1, DEPTH));
  const many = await gitSeconds(hearth, () => clones(sides, MANY, DEPTH + 1));
  return {
    name: `gits of ${MANY} equal shallow clones`,
    unit: 'times the processor time of one',
    value: many / one,
    goal: { atMost: 3 },
    detail: `${many.toFixed(2)} s against ${one.toFixed(2)} s`,
  };
}

/** Returns the processor time of the gits that ended during the work: the only processes that a Hearth starts and ends. */
async function gitSeconds(hearth: Hearth, work: () => Promise<void>): Promise<number> {
  const before = await endedSeconds(hearth);
  await work();
  return (await endedSeconds(hearth)) - before;
}

async function endedSeconds(hearth: Hearth): Promise<number> {
  const roots = (await hearth.processes()).filter(({ name }) => name !== 'postgres').map(({ pid }) => pid);
  const pids = withDescendants(roots, await parentsOfAll());
  const seconds = await Promise.all([...pids].map(endedChildrenSeconds));
  return seconds.reduce((sum, each) => sum + each, 0);
}

async function clones({ folder, ours }: GitSides, count: number, depth: number): Promise<void> {
  const targets = Array.from({ length: count }, (_, index) => path.join(folder, `shallow-${index}`));
  await Promise.all(targets.map((target) => clone(folder, ours.url, target, depth)));
  for (const target of targets) await rm(target, { recursive: true });
}

/** Asks again when the server is busy. */
async function clone(folder: string, url: string, target: string, depth: number): Promise<void> {
  for (;;) {
    const argv = ['clone', '--quiet', '--bare', `--depth=${depth}`, url, target];
    const { code, stderr } = await new Git(folder).attempt(argv, { timeoutMs: LONG_MS });
    if (code === 0) return;
    if (!stderr.includes('503')) throw new Error(stderr);
  }
}

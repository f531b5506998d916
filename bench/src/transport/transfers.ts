import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Git } from '@hearth/testing';
import { median, timed } from '../system/load.js';

const LONG_MS = 30 * 60_000;

/** One of the servers that are compared, and a repository whose `main` goes on with every push to it. */
export interface GitSide {
  readonly url: string;
  readonly git: Git;
  /** Options of git before its command, such as the program for SSH; none by default. */
  readonly options?: readonly string[];
}

/** Both servers with the same repository, and a folder for clones. */
export interface Sides {
  readonly folder: string;
  readonly ours: GitSide;
  readonly theirs: GitSide;
}

/** Milliseconds of each round: Hearth's and the peer's. */
export type Rounds = readonly (readonly [number, number])[];

/** Both sides one after the other, again and again, so that a drifting machine hits both; the first round warms up and does not count. */
export async function compare(
  { ours, theirs }: Sides,
  rounds: number,
  measure: (side: GitSide) => Promise<number>,
): Promise<Rounds> {
  const results: [number, number][] = [];
  for (let round = 0; round <= rounds; round++) results.push([await measure(ours), await measure(theirs)]);
  return results.slice(1);
}

/** Makes a bare clone of `source` and pushes all of its branches to a server. */
export async function pushed(source: Git, folder: string, side: Omit<GitSide, 'git'>): Promise<GitSide> {
  const git = new Git(folder);
  await new Git(path.dirname(folder)).run(['clone', '--quiet', '--bare', source.folder, folder], {
    timeoutMs: LONG_MS,
  });
  await git.run([...(side.options ?? []), 'push', '--quiet', side.url, '--all'], { timeoutMs: LONG_MS });
  return { ...side, git };
}

/** Milliseconds of clones that begin together. */
export async function clones(folder: string, side: GitSide, count: number): Promise<number> {
  const targets = Array.from({ length: count }, (_, index) => path.join(folder, `clone-${index}`));
  const milliseconds = await timed(() => Promise.all(targets.map((target) => clone(folder, side, target))));
  for (const target of targets) await rm(target, { recursive: true });
  return milliseconds;
}

/** Asks again when the server is busy. */
async function clone(folder: string, { url, options = [] }: GitSide, target: string): Promise<void> {
  for (;;) {
    const { code, stderr } = await new Git(folder).attempt([...options, 'clone', '--quiet', '--bare', url, target], {
      timeoutMs: LONG_MS,
    });
    if (code === 0) return;
    if (!stderr.includes('503')) throw new Error(stderr);
  }
}

/** Milliseconds of the push of one new commit. */
export async function pushOne({ url, git, options = [] }: GitSide): Promise<number> {
  const tree = await git.text('rev-parse', 'main^{tree}');
  const commit = await git.text('commit-tree', '-p', 'main', '-m', 'One more', tree);
  await git.run(['update-ref', 'refs/heads/main', commit]);
  return timed(() => git.run([...options, 'push', '--quiet', url, 'main']));
}

/** Medians of both sides, for the reader. */
export function medians(rounds: Rounds): string {
  const [ours, theirs] = [median(rounds.map(([a]) => a)), median(rounds.map(([, b]) => b))];
  return `${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms`;
}

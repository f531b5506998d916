import { LRUCache } from 'lru-cache';
import type { CommandQueue } from '../process/command-queue.js';
import { call, COMMANDS } from '../process/commands.js';
import { GitOutputLimit, GitTimeout } from '../process/errors.js';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';

/** Numbers of commits that one of two commits has and the other has not. */
export interface Distance {
  readonly ahead: number;
  readonly behind: number;
}

/** Commits of one walk: each has a bit of a number, and so has the base. */
const AT_ONCE = 30;
/** Longest walk: most take some milliseconds. */
const MOST_MS = 1_000;
/** Enough for two hundred thousand commits. */
const MOST_BYTES = 16 * 1024 * 1024;
const NO_COMMON_ANCESTOR = 1;

/** Counts how far commits are from a base, many in one walk. An answer never changes, so it is cached by the pair of ids. */
export class Distances {
  readonly #known = new LRUCache<string, Distance>({ max: 20_000 });

  constructor(private readonly queue: CommandQueue) {}

  /** Counts the commits by which each commit is ahead of and behind a base, by its id. Commits whose count takes too long are absent. */
  async of(
    repository: RepositoryPath,
    base: ObjectId,
    commits: readonly ObjectId[],
  ): Promise<ReadonlyMap<ObjectId, Distance>> {
    const keyOf = (commit: ObjectId) => `${repository}:${base}:${commit}`;
    const unknown = [...new Set(commits)].filter((commit) => !this.#known.has(keyOf(commit)));
    while (unknown.length > 0)
      for (const [commit, distance] of await this.#count(repository, base, unknown.splice(0, AT_ONCE)))
        this.#known.set(keyOf(commit), distance);
    return new Map(
      commits.flatMap((commit) => {
        const distance = this.#known.get(keyOf(commit));
        return distance ? [[commit, distance] as const] : [];
      }),
    );
  }

  /** Walks once for all commits, and for each by itself if that takes too long: one of them may be far away. */
  async #count(
    repository: RepositoryPath,
    base: ObjectId,
    commits: readonly ObjectId[],
  ): Promise<(readonly [ObjectId, Distance])[]> {
    try {
      const distances = distancesIn(await this.#walk(repository, [base, ...commits]), base, commits);
      return commits.map((commit, index) => [commit, distances[index]!]);
    } catch (error) {
      if (!(error instanceof GitTimeout || error instanceof GitOutputLimit)) throw error;
      if (commits.length === 1) return [];
      return (await Promise.all(commits.map((commit) => this.#count(repository, base, [commit])))).flat();
    }
  }

  /** Returns lines of a commit and its parents, children first: the history of the tips, without the history of a common ancestor. */
  async #walk(repository: RepositoryPath, tips: readonly ObjectId[]): Promise<string[]> {
    const times = { timeoutMs: MOST_MS };
    const asked = call(COMMANDS.mergeBase, { repository, flags: { '--octopus': true }, operands: tips });
    const { stdout: common } = await this.queue.run(asked, { answers: [0, NO_COMMON_ANCESTOR], ...times });
    const ancestor = common.toString('latin1').trim();
    const flags = { '--parents': true, '--topo-order': true, '--stdin': true } as const;
    const input = [...tips, ...(ancestor === '' ? [] : [`^${ancestor}`]), ''].join('\n');
    const walk = call(COMMANDS.revList, { repository, flags });
    const { stdout } = await this.queue.run(walk, { input, maxOutputBytes: MOST_BYTES, ...times });
    return stdout.toString('latin1').split('\n').slice(0, -1);
  }
}

/** Returns the distances of the commits, in their order. Each commit of the walk hands down to its parents by which tips it is reached. */
function distancesIn(lines: readonly string[], base: ObjectId, commits: readonly ObjectId[]): Distance[] {
  const reachedBy = new Map<string, number>();
  const reach = (id: string, tips: number) => reachedBy.set(id, (reachedBy.get(id) ?? 0) | tips);
  for (const [index, tip] of [base, ...commits].entries()) reach(tip, 1 << index);
  const distances = commits.map(() => ({ ahead: 0, behind: 0 }));
  for (const line of lines) {
    const [id, ...parents] = line.split(' ') as [string, ...string[]];
    const tips = reachedBy.get(id)!;
    reachedBy.delete(id);
    for (const parent of parents) reach(parent, tips);
    for (const [index, distance] of distances.entries()) {
      const isOfCommit = (tips & (2 << index)) !== 0;
      const isOfBase = (tips & 1) !== 0;
      if (isOfCommit && !isOfBase) distance.ahead += 1;
      if (isOfBase && !isOfCommit) distance.behind += 1;
    }
  }
  return distances;
}

import type { TrailerCommit } from '../git/history/trailers.js';

/** Merged merge request with the ends of its commits. */
export interface MergedRange {
  readonly iid: number;
  readonly headSha: string;
  /** Null where its branches had no common commit. */
  readonly baseSha: string | null;
  /** Commits that its merge made. */
  readonly made: readonly string[];
}

type Walked = Pick<TrailerCommit, 'id' | 'parents'>;

/**
 * Returns the number of the merge request that brought each commit, of several the oldest.
 * @param commits no parent before its children
 */
export function introducedBy(commits: readonly Walked[], merged: readonly MergedRange[]): Map<string, number> {
  const places = new Map(commits.map(({ id }, at) => [id as string, at]));
  const introduced = new Map<string, number>();
  for (const { iid, headSha, baseSha, made } of merged.toSorted((a, b) => a.iid - b.iid)) {
    const ids = [...made.filter((id) => places.has(id)), ...commitsOf(headSha, baseSha, commits, places)];
    for (const id of ids) if (!introduced.has(id)) introduced.set(id, iid);
  }
  return introduced;
}

/** Commits that the head contains and the base does not. It visits no more than those and the ones around the base. */
function commitsOf(
  head: string,
  base: string | null,
  commits: readonly Walked[],
  places: ReadonlyMap<string, number>,
): string[] {
  const found: string[] = [];
  /** Places to visit, and whether the base contains them. */
  const waiting = new Map<number, boolean>();
  const add = (id: string, inBase: boolean) => {
    const at = places.get(id);
    if (at !== undefined) waiting.set(at, inBase || waiting.get(at) === true);
  };
  add(head, false);
  if (base !== null) add(base, true);
  while ([...waiting.values()].includes(false)) {
    const at = Math.min(...waiting.keys());
    const inBase = waiting.get(at)!;
    waiting.delete(at);
    const { id, parents } = commits[at]!;
    if (!inBase) found.push(id);
    for (const parent of parents) add(parent, inBase);
  }
  return found;
}

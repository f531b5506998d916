import { compareBytes } from '../git/refs/byte-order.rules.js';
import type { DescribedTag } from '../git/reads/tags.js';

/** Oldest commit first; a tag that leads to no commit is the newest. Equal ones by the bytes of their names. */
export function byCommitDate(one: DescribedTag, other: DescribedTag): number {
  const [first, second] = [one, other].map(({ commit }) => commit?.committer.seconds ?? Number.MAX_SAFE_INTEGER);
  return first! - second! || compareBytes(one.name, other.name);
}

import { compareBytes } from '../git/refs/byte-order.rules.js';
import type { DescribedTag } from '../git/reads/tags.js';

/** Sorts by commit date, oldest first; a tag without a commit counts as the newest. Equal ones are sorted by the bytes of their names. */
export function byCommitDate(one: DescribedTag, other: DescribedTag): number {
  const [first, second] = [one, other].map(({ commit }) => commit?.committer.seconds ?? Number.MAX_SAFE_INTEGER);
  return first! - second! || compareBytes(one.name, other.name);
}

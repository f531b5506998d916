import type { BranchName } from '../git/refs/ref-name.js';
import type { RefChange } from './ref-changes.store.js';

/** Default branch when HEAD names none of the branches: the first of these names that exists. */
const USUAL_DEFAULTS = ['master', 'main'];

/**
 * Returns the prepared changes that took place, derived from the present refs. These refs have no other writer between prepare and settle, so a
 * ref that is at its target was moved by this change.
 * @param tips present ids of the refs of `changes`, in their order; null for refs that do not exist
 */
export function movedChanges(changes: readonly RefChange[], tips: readonly (string | null)[]): RefChange[] {
  return changes.filter(({ to }, index) => tips[index] === to);
}

/**
 * Chooses the default branch of a repository that received its first branches.
 * @param head the branch that HEAD names, whether or not it exists
 * @param branches the existing branches
 * @returns null when there is no branch
 */
export function chooseDefaultBranch(head: string | null, branches: readonly BranchName[]): BranchName | null {
  const wanted = head === null ? USUAL_DEFAULTS : [head, ...USUAL_DEFAULTS];
  for (const name of wanted) {
    const found = branches.find((branch) => branch === name);
    if (found !== undefined) return found;
  }
  return [...branches].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))[0] ?? null;
}

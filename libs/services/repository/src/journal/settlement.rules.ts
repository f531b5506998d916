import type { BranchName } from '../git/refs/ref-name.js';
import type { RefChange } from './ref-changes.store.js';

/** Names that are taken for a default branch where HEAD names none of the branches, in this order. */
const USUAL_DEFAULTS = ['master', 'main'];

/**
 * Which of the prepared changes took place, told from where their refs are now. Nobody else moves these refs between prepare and
 * settle, so a ref that is at its target went there by this change.
 * @param tips where the refs of `changes` are, in their order; null for refs that do not exist
 */
export function movedChanges(changes: readonly RefChange[], tips: readonly (string | null)[]): RefChange[] {
  return changes.filter(({ to }, index) => tips[index] === to);
}

/**
 * The default branch of a repository that got its first branches.
 * @param head the branch that HEAD names, whether or not it exists
 * @param branches the branches that exist
 * @returns null where there is no branch
 */
export function chooseDefaultBranch(head: string | null, branches: readonly BranchName[]): BranchName | null {
  const wanted = head === null ? USUAL_DEFAULTS : [head, ...USUAL_DEFAULTS];
  for (const name of wanted) {
    const found = branches.find((branch) => branch === name);
    if (found !== undefined) return found;
  }
  return [...branches].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))[0] ?? null;
}

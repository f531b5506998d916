import type { OutputOf } from '@hearth/contract-kit';
import type { RebaseCommand } from '@hearth/repository-contracts';

/** Outcome of a rebase: of the repository, or that a branch, a commit or the user is gone. */
export type RebaseOutcome = OutputOf<typeof RebaseCommand>['outcome'] | 'gone';

const ERRORS: Record<Exclude<RebaseOutcome, 'rebased'>, string> = {
  conflict: 'Rebase failed: Rebase locally, resolve all conflicts, then push the branch.',
  moved: 'Rebase failed: The source branch was pushed to meanwhile.',
  forbidden: 'Rebase failed: The user may not push to the source branch.',
  protected: 'Rebase failed: The source branch is protected from force push.',
  'too-many-commits':
    'Rebase failed: The source branch has more than 250 commits. Rebase locally, then push the branch.',
  gone: 'Rebase failed: A branch does not exist any more.',
};

/** Returns the reason of a failed rebase, for users; null for one that succeeded. */
export function rebaseError(outcome: RebaseOutcome): string | null {
  return outcome === 'rebased' ? null : ERRORS[outcome];
}

import type { Calls } from '@hearth/calls';
import type { OutputOf, ProjectId } from '@hearth/contract-kit';
import { CommitMissing, PushDetailsQuery } from '@hearth/repository-contracts';
import { branchOf } from './ref.rules.js';

/** Commits of a push, as the owner of the repository describes them. */
export type PushDetails = OutputOf<typeof PushDetailsQuery>;

/** A change of a branch or a tag. */
interface RefChange {
  readonly projectId: ProjectId;
  /** Full name of the branch or tag. */
  readonly ref: string;
  /** Null for a new one. */
  readonly oldId: string | null;
  /** Null for a deleted one. */
  readonly newId: string | null;
  readonly defaultBranch: string | null;
}

/**
 * Reads what a push brought; no commits for a deletion, and where the pushed commits are gone.
 * @param withFiles whether the commits have the lists of their files, which cost a diff each
 */
export async function readPushDetails(
  calls: Calls,
  { projectId, ref, oldId: from, newId: to, defaultBranch }: RefChange,
  { withFiles }: { readonly withFiles: boolean },
): Promise<PushDetails> {
  const none = { checkoutId: to, message: null, commits: [], total: 0 };
  if (to === null) return none;
  const isDefaultBranch = branchOf(ref) === defaultBranch;
  try {
    return await calls.query(PushDetailsQuery, { projectId, ref, from, to, isDefaultBranch, withFiles });
  } catch (error) {
    if (CommitMissing.is(error)) return none;
    throw error;
  }
}

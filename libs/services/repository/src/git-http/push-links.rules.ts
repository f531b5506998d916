import { branchOfRef, type BranchName } from '../git/refs/ref-name.js';
import type { ProposedPush } from '../git/transport/push-checks.js';
import { newMergeRequestAddress } from '../pages/new-merge-request-address.js';
import type { PushRights } from '../protection/push.rules.js';

/** Most branches that a push prints an address for. */
const MOST_LINKED_BRANCHES = 3;
const OPENS_MERGE_REQUEST = /^(?:merge_request|mr)\.create$/;

/** Branch with the number of its open merge request in the same project; null without one. */
export interface LinkedBranch {
  readonly branch: string;
  readonly iid: number | null;
}

/** Branch that a push prints an address for. */
export interface PushedBranch {
  readonly branch: BranchName;
  readonly isNew: boolean;
}

/**
 * Lists the branches that a push prints an address for: those besides the default branch. There is none where the push opens merge
 * requests by its options, where the repository was empty, or where more than three branches are pushed.
 */
export function branchesToLink(
  { updates, options }: ProposedPush,
  { defaultBranch, empty }: Pick<PushRights, 'defaultBranch' | 'empty'>,
): PushedBranch[] {
  if (empty || options.some((option) => OPENS_MERGE_REQUEST.test(option))) return [];
  const pushed = updates.flatMap(({ ref, from, to }) => {
    const branch = to === null ? null : branchOfRef(ref);
    return branch === null || branch === defaultBranch ? [] : [{ branch, isNew: from === null }];
  });
  return pushed.length > MOST_LINKED_BRANCHES ? [] : pushed;
}

/**
 * Returns the lines that a client prints after `remote:` for each branch, in GitLab's words.
 * @param address of the project's page
 */
export function linkLines(linked: readonly LinkedBranch[], address: string): string[] {
  return linked.flatMap(({ branch, iid }) => {
    if (iid !== null) return ['', `View merge request for ${branch}:`, `  ${address}/-/merge_requests/${iid}`, ''];
    const form = newMergeRequestAddress(address, { source_branch: branch });
    return ['', `To create a merge request for ${branch}, visit:`, `  ${form}`, ''];
  });
}

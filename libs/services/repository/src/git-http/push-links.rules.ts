import { branchOfRef } from '../git/refs/ref-name.js';
import type { ProposedPush } from '../git/transport/push-checks.js';
import { newMergeRequestAddress } from '../pages/new-merge-request-address.js';
import type { PushRights } from '../protection/push.rules.js';

/** Most branches that a push prints an address for. */
const MOST_BRANCHES = 3;
const OPENS_MERGE_REQUEST = /^(?:merge_request|mr)\.create$/;

/** Branch with the number of its open merge request in the same project; null without one. */
export interface LinkedBranch {
  readonly branch: string;
  readonly iid: number | null;
}

/**
 * Lists the updates of branches that a push prints an address for: those besides the default branch. There is none where the push opens merge
 * requests by its options, where the repository was empty, or where more than three branches are pushed.
 */
export function linkedBranches(
  { updates, options }: ProposedPush,
  { defaultBranch, empty }: Pick<PushRights, 'defaultBranch' | 'empty'>,
): ProposedPush['updates'] {
  if (empty || options.some((option) => OPENS_MERGE_REQUEST.test(option))) return [];
  const pushed = updates.filter(({ ref, to }) => {
    const branch = branchOfRef(ref);
    return branch !== null && to !== null && branch !== defaultBranch;
  });
  return pushed.length > MOST_BRANCHES ? [] : pushed;
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

import type { ObjectId } from '../refs/object-id.js';
import type { RefName } from '../refs/ref-name.js';

/** Namespace of Hearth's own refs: hidden from git clients, which can neither read nor write them. */
export const HIDDEN_REFS = 'refs/hearth/';
/** Refs copied from another server, until the copy is complete. */
export const IMPORT_REFS = `${HIDDEN_REFS}import/`;
/** Heads of merge requests, and results of tried merges. Clients may fetch them; only Hearth writes them. */
export const MERGE_REQUEST_REFS = 'refs/merge-requests/';

/** The ref that keeps a commit from being pruned. */
export function keepAroundRef(commit: ObjectId): RefName {
  return `${HIDDEN_REFS}keep-around/${commit}` as RefName;
}

/** The ref of a merge request's head. */
export function mergeRequestHead(iid: number): RefName {
  return `${MERGE_REQUEST_REFS}${iid}/head` as RefName;
}

/** The ref of a merge request's last tried merge into its target branch. */
export function mergeRequestMerge(iid: number): RefName {
  return `${MERGE_REQUEST_REFS}${iid}/merge` as RefName;
}

/** Configuration that every repository is created with, because every git that works on it needs it. */
export const REPOSITORY_CONFIG = `[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = true
\tlogAllRefUpdates = always
\tcommitGraph = true
[gc]
\tauto = 0
[maintenance]
\tauto = false
[transfer]
\thideRefs = ${HIDDEN_REFS}
\tunpackLimit = 1
\tadvertiseSID = false
[receive]
\tunpackLimit = 1
\tautogc = false
\tfsckObjects = true
\tadvertisePushOptions = true
\tadvertiseAtomic = true
\tdenyDeletes = false
\tdenyNonFastForwards = false
\tdenyCurrentBranch = ignore
\tdenyDeleteCurrent = ignore
\thideRefs = ${MERGE_REQUEST_REFS}
[receive "fsck"]
\tmissingSpaceBeforeDate = ignore
\tbadTimezone = ignore
\tzeroPaddedFilemode = ignore
[uploadpack]
\tallowFilter = true
\tallowReachableSHA1InWant = true
`;

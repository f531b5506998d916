import { defineRefusal } from '@hearth/contract-kit';

export const TreeNotFound = defineRefusal('tree-not-found', 404, { message: '404 Tree Not Found' });
export const BlobNotFound = defineRefusal('blob-not-found', 404, { message: '404 Blob Not Found' });
export const ProtectedBranchNotFound = defineRefusal('protected-branch-not-found', 404, { message: '404 Not found' });
export const ProtectedBranchExists = defineRefusal<{ name: string }>('protected-branch-exists', 409, ({ name }) => ({
  message: `Protected branch '${name}' already exists`,
}));
export const ProtectedBranchInvalid = defineRefusal<{ failure: string }>(
  'protected-branch-invalid',
  422,
  ({ failure }) => ({ message: { name: [failure] } }),
);
export const ProtectedTagNotFound = defineRefusal('protected-tag-not-found', 404, { message: '404 Not found' });
export const ProtectedTagExists = defineRefusal<{ name: string }>('protected-tag-exists', 409, ({ name }) => ({
  message: `Protected tag '${name}' already exists`,
}));
export const ProtectedTagInvalid = defineRefusal<{ failure: string }>('protected-tag-invalid', 422, ({ failure }) => ({
  message: { name: [failure] },
}));
export const BranchNotFound = defineRefusal('branch-not-found', 404, { message: '404 Branch Not Found' });
export const BranchNameInvalid = defineRefusal('branch-name-invalid', 400, { message: 'Branch name is invalid' });
export const BranchExists = defineRefusal('branch-exists', 400, { message: 'Branch already exists' });
export const ReferenceInvalid = defineRefusal('reference-invalid', 400, { message: 'Invalid reference name' });
/** git cannot store both `a` and `a/b`; on a file system that ignores case, nor both `a` and `A`. */
export const RefNameConflicts = defineRefusal<{ kind: 'Branch' | 'Tag' }>('ref-name-conflicts', 400, ({ kind }) => ({
  message: `${kind} name conflicts with an existing ${kind.toLowerCase()}`,
}));
/** The protection rules refuse it, with the message of a push. */
export const RefChangeRefused = defineRefusal<{ reason: string }>('ref-change-refused', 400, ({ reason }) => ({
  message: reason,
}));
export const TagNotFound = defineRefusal('tag-not-found', 404, { message: '404 Tag Not Found' });
export const TagNameInvalid = defineRefusal('tag-name-invalid', 400, { message: 'Tag name invalid' });
export const TagExists = defineRefusal<{ name: string }>('tag-exists', 400, ({ name }) => ({
  message: `Tag ${name} already exists`,
}));
export const TagTargetInvalid = defineRefusal<{ ref: string }>('tag-target-invalid', 400, ({ ref }) => ({
  message: `Target ${ref} is invalid`,
}));
/** Releases of tags. */
export const ReleaseNotFound = defineRefusal('release-not-found', 404, { message: '404 Not Found' });
export const ReleaseRefMissing = defineRefusal('release-ref-missing', 422, { message: 'Ref is not specified' });
export const ReleaseChangesMissing = defineRefusal('release-changes-missing', 400, { message: 'params is empty' });
export const MilestonesNotFound = defineRefusal<{ missing: readonly string[] }>(
  'milestones-not-found',
  400,
  ({ missing }) => ({ message: `Milestone(s) not found: ${missing.join(', ')}` }),
);
export const ReleaseLinkNotFound = defineRefusal('release-link-not-found', 404, { message: '404 Not Found' });
export const ReleaseLinkInvalid = defineRefusal<{ field: string; reason: string }>(
  'release-link-invalid',
  400,
  ({ field, reason }) => ({ message: { [field]: [reason] } }),
);
/** The endpoints of tags with their release texts. */
export const ReleaseTagMissing = defineRefusal('release-tag-missing', 404, { message: 'Tag does not exist' });
export const ReleaseMissing = defineRefusal('release-missing', 404, { message: 'Release does not exist' });
export const ReleaseExists = defineRefusal('release-exists', 409, { message: 'Release already exists' });
export const FileNotFound = defineRefusal('file-not-found', 404, { message: '404 File Not Found' });
/** Its lines are more than a response should have. */
export const FileTooLargeToBlame = defineRefusal('file-too-large-to-blame', 400, {
  message: 'The file is too large to blame',
});
export const CommitNotFound = defineRefusal('commit-not-found', 404, { message: '404 Commit Not Found' });
/** The machine has no program for this compression. */
export const ArchiveFormatUnavailable = defineRefusal('archive-format-unavailable', 501, {
  message: '501 Archive Format Not Available',
});
/** Too many archives and transfers are running in the process, for the repository or for the caller. */
export const TooManyGits = defineRefusal(
  'too-many-gits',
  503,
  { message: '503 Service Unavailable' },
  { 'retry-after': '10' },
);
/** git was ended: a history is too long, or files are too expensive to compare. */
export const ReadTookTooLong = defineRefusal(
  'read-took-too-long',
  503,
  { message: '503 Service Unavailable' },
  { 'retry-after': '60' },
);
/** The count continues, so that a later request gets the result. */
export const ContributorsNotCounted = defineRefusal(
  'contributors-not-counted',
  503,
  { message: '503 Service Unavailable' },
  { 'retry-after': '20' },
);
export const NoteInvalid = defineRefusal('commit-note-invalid', 400, {
  message: `Failed to save note {:note=>["can't be blank"]}`,
});
export const HousekeepingRecent = defineRefusal<{ minutes: number }>('housekeeping-recent', 409, ({ minutes }) => ({
  message: `Somebody already triggered housekeeping for this project in the past ${minutes} minutes`,
}));
export const PositionInvalid = defineRefusal('commit-position-invalid', 400, {
  message: { line_code: ["can't be blank", 'must be a valid line code'] },
});
export const DiscussionFull = defineRefusal<{ most: number }>('commit-discussion-full', 400, ({ most }) => ({
  message: { discussion: [`has too many notes (the maximum is ${most})`] },
}));
export const SignatureNotFound = defineRefusal('signature-not-found', 404, { message: '404 Signature Not Found' });
export const TemplateNotFound = defineRefusal('template-not-found', 404, { message: '404 Template Not Found' });
/** For comparisons. */
export const RefNotFound = defineRefusal('ref-not-found', 404, { message: '404 Ref Not Found' });
export const TooFewRefs = defineRefusal('too-few-refs', 400, { message: 'Provide at least 2 refs' });
export const RefsUnknown = defineRefusal<{ refs: readonly string[] }>('refs-unknown', 400, ({ refs }) => ({
  message: `Could not find ${refs.length === 1 ? 'ref' : 'refs'}: ${refs.join(', ')}`,
}));
export const MergeBaseNotFound = defineRefusal('merge-base-not-found', 404, { message: '404 Merge Base Not Found' });
/** The storage has so little space left that it accepts only deletions. */
export const StorageFull = defineRefusal('storage-full', 507, { message: '507 Insufficient Storage' });
/** Another change of the same repository holds the lock for too long. */
export const RepositoryBusy = defineRefusal(
  'repository-busy',
  503,
  { message: '503 Service Unavailable' },
  { 'retry-after': '1' },
);
/** The files of the storage are gone. Copies take over, or an admin has to accept the loss. */
export const StorageLost = defineRefusal('storage-lost', 503, {
  message: '503 The storage of the repository is not available',
});
/** An admin has set maintenance for the storage of the repository. */
export const StorageInMaintenance = defineRefusal(
  'storage-in-maintenance',
  503,
  { message: '503 The storage of the repository is in maintenance: it can be read, and takes no changes for now' },
  { 'retry-after': '60' },
);
/** HEARTH_ACKNOWLEDGE=copy: no storage with a copy of the repository is served. Nothing has changed. */
export const NoCopyReachable = defineRefusal(
  'no-copy-reachable',
  503,
  { message: '503 No copy of the repository can be reached' },
  { 'retry-after': '5' },
);
/** HEARTH_ACKNOWLEDGE=copy: the refs have moved, and no copy has them in time. */
export const NotCopied = defineRefusal('not-copied', 503, {
  message: '503 The change was made, but no copy has it yet',
});

// Commits made by the API.
export const PushToBranchRefused = defineRefusal('push-to-branch-refused', 400, {
  message: 'You are not allowed to push into this branch',
});
export const NotOnBranch = defineRefusal('not-on-branch', 400, {
  message: 'You can only create or edit files when you are on a branch',
});
export const StartBranchConflict = defineRefusal<{ branch: string }>('start-branch-conflict', 400, ({ branch }) => ({
  message: `A branch called '${branch}' already exists. Switch to that branch in order to make changes`,
}));
/** git does not accept the name, or not beside the existing branches. */
export const NewBranchInvalid = defineRefusal<{ branch: string }>('new-branch-invalid', 400, ({ branch }) => ({
  message: `Something went wrong when we tried to create '${branch}' for you: Branch name is invalid`,
}));
export const StartShaInvalid = defineRefusal<{ sha: string }>('start-sha-invalid', 400, ({ sha }) => ({
  message: `Invalid start_sha '${sha}'`,
}));
export const StartShaUnknown = defineRefusal<{ sha: string }>('start-sha-unknown', 400, ({ sha }) => ({
  message: `Cannot find start_sha '${sha}'`,
}));
export const NotForkedFrom = defineRefusal<{ project: string }>('not-forked-from', 403, ({ project }) => ({
  message: `403 Forbidden - Project is not included in the fork network for ${project}`,
}));
/** The branch was moved without the journal. */
export const BranchMoved = defineRefusal<{ branch: string }>('branch-moved', 400, ({ branch }) => ({
  message: `Could not update branch ${branch}. Please refresh and try again.`,
}));
/** git refuses the content of the commit's files, with its own message, as in pushes. */
export const CommitRefused = defineRefusal<{ reason: string }>('commit-refused', 400, ({ reason }) => ({
  message: reason,
}));
export const ActionsMissing = defineRefusal('actions-missing', 400, {
  message: '400 Bad request - Provide at least one action, or set allow_empty to true',
});
export const FileChanged = defineRefusal<{ path: string }>('file-changed', 400, ({ path }) => ({
  message: `The file has changed since you started editing it: ${path}`,
}));
export const UnknownAction = defineRefusal<{ action: string }>('unknown-action', 400, ({ action }) => ({
  message: `Unknown action '${action}'`,
}));
export const FileModeMissing = defineRefusal('file-mode-missing', 400, {
  message: 'You must provide execute_filemode',
});
export const FileExists = defineRefusal('file-exists', 400, { message: 'A file with this name already exists' });
export const FileMissing = defineRefusal('file-missing', 400, { message: "A file with this name doesn't exist" });
export const DirectoryExists = defineRefusal('directory-exists', 400, {
  message: 'A directory with this name already exists',
});
export const FilePathMissing = defineRefusal('file-path-missing', 400, { message: 'You must provide a file path' });
export const ContentMissing = defineRefusal('content-missing', 400, { message: 'You must provide content' });
export const DirectoryTraversal = defineRefusal('directory-traversal', 400, {
  message: 'Path cannot include directory traversal',
});
/** git would not check it out: a part of the path means `.git` on some system. */
export const FilePathInvalid = defineRefusal<{ path: string }>('file-path-invalid', 400, ({ path }) => ({
  message: `invalid path: '${path}'`,
}));
export { RepositoryFull } from '@hearth/repository-contracts';
/** Refusals of changes to a commit's files. */
export const ACTION_REFUSALS = [
  ...[FileChanged, UnknownAction, FileExists, FileMissing, DirectoryExists, FilePathMissing, ContentMissing],
  ...[DirectoryTraversal, FilePathInvalid, FileModeMissing, ActionsMissing],
] as const;

/** The commit conflicts with the branch, or changes nothing there. */
export const ApplyCommitRefused = defineRefusal<{ kind: 'cherry-pick' | 'revert' }>(
  'apply-commit-refused',
  400,
  ({ kind }) => ({
    message:
      `Sorry, we cannot ${kind} this commit automatically.\n${' '.repeat(21)}` +
      `This commit may already have been ${kind}ed, or a more recent commit may have updated some of its content.`,
  }),
);

// For the endpoints of single files.
export const FileUpdateStale = defineRefusal('file-update-stale', 400, {
  message: 'You are attempting to update a file that has changed since you started editing it.',
});
export const FileDeletionStale = defineRefusal('file-deletion-stale', 400, {
  message: 'You are attempting to delete a file that has been previously updated.',
});
export const FILE_REFUSALS = [
  ...[FileUpdateStale, FileDeletionStale, FileExists, FileMissing, DirectoryExists, FilePathMissing],
  ...[DirectoryTraversal, FilePathInvalid],
] as const;

// Changelogs.
export const ChangelogFailed = defineRefusal<{ reason: string }>('changelog-failed', 422, ({ reason }) => ({
  message: `Failed to generate the changelog: ${reason}`,
}));

// Submodules.
export const SubmoduleCommitInvalid = defineRefusal('submodule-commit-invalid', 400, { message: 'Invalid parameters' });
export const SubmodulePathInvalid = defineRefusal('submodule-path-invalid', 400, { message: 'Invalid submodule path' });
export const SubmoduleUnchanged = defineRefusal<{ path: string; id: string }>(
  'submodule-unchanged',
  400,
  ({ path, id }) => ({ message: `The submodule ${path} is already at ${id}` }),
);

// Moves between storages.
export const MoveInvalid = defineRefusal<{ field: string; reason: string }>(
  'move-invalid',
  400,
  ({ field, reason }) => ({
    message: { [field]: [reason] },
  }),
);
export const MoveNotFound = defineRefusal('move-not-found', 404, { message: '404 Not Found' });

import { ProjectId, defineQuery, defineRefusal, openEnum } from '@hearth/contract-kit';
import { z } from 'zod';
import { CommitRights } from './commit-rights.js';
import { CommitCard, FileDiff, ReleaseCard } from './types.js';

/** Returns where a project's repository is; the first query for a project assigns a storage. */
export const LocateQuery = defineQuery({
  name: 'repository.locate',
  callers: ['gateway'],
  input: z.object({ projectId: ProjectId }),
  output: z.object({
    /** Takes its writes. */
    storage: z.string(),
    /** Other storages, which are served, with copies that may answer reads. */
    copies: z.array(z.string()).default([]),
    /** The owner of its storage is silent, and every copy that is served lacks changes: nothing takes its writes. */
    readOnly: z.boolean().default(false),
  }),
});

/** The repository has no such commit. */
export const CommitMissing = defineRefusal('commit-missing', 404, { message: '404 Commit Not Found' });
/** A repository or its namespace has reached its size limit; the text names which, and the limit. */
export const RepositoryFull = defineRefusal<{ text: string }>('repository-full', 400, ({ text }) => ({
  message: text,
}));

/** Full ids only: names may point elsewhere by the next call. */
export const CommitId = z.string().regex(/^[0-9a-f]{40}$/);

/** Returns how the files of two commits differ, with renames, and texts up to 1 000 files and 50 000 lines. */
export const DiffQuery = defineQuery({
  name: 'repository.diff',
  callers: ['merge-requests'],
  routeBy: 'projectId',
  input: z.object({
    projectId: ProjectId,
    /** Null: everything in `to` is new. */
    from: CommitId.nullable(),
    to: CommitId,
    /** Whether lines that differ in whitespace only are the same. */
    ignoresSpace: z.boolean().optional(),
  }),
  output: z.object({
    /** By the bytes of their new paths. */
    files: z.array(FileDiff),
    /** Texts are missing. */
    overflow: z.boolean(),
  }),
  refuses: [CommitMissing],
});

/** Returns which of some commits, which `repository.keep-around` keeps, contain a commit. */
export const ContainingQuery = defineQuery({
  name: 'repository.containing',
  callers: ['merge-requests'],
  routeBy: 'projectId',
  input: z.object({ projectId: ProjectId, commit: CommitId, candidates: z.array(CommitId).max(2_000) }),
  output: z.object({
    /** In any order. */
    containing: z.array(z.string()),
  }),
});

/** Returns a page of the commits that are reachable from one commit and not from another one, the newest first. */
export const CommitsBetweenQuery = defineQuery({
  name: 'repository.commits-between',
  callers: ['merge-requests'],
  routeBy: 'projectId',
  input: z.object({
    projectId: ProjectId,
    /** Null: everything that is reachable from `to`. */
    from: CommitId.nullable(),
    to: CommitId,
    page: z.int().positive(),
    perPage: z.int().positive().max(100),
  }),
  output: z.object({
    commits: z.array(CommitCard),
    /** Null where there are too many to be counted. */
    total: z.int().nullable(),
  }),
  refuses: [CommitMissing],
});

/** Returns the best common ancestor of the first commit and all others; null where there is none. */
export const MergeBaseQuery = defineQuery({
  name: 'repository.merge-base',
  callers: ['merge-requests'],
  routeBy: 'projectId',
  input: z.object({ projectId: ProjectId, commits: z.array(CommitId).min(2).max(100) }),
  output: z.object({ mergeBase: z.string().nullable() }),
  refuses: [CommitMissing],
});

/** Returns the text of a file of a commit. */
export const FileTextQuery = defineQuery({
  name: 'repository.file-text',
  callers: ['ci', 'projects', 'merge-requests'],
  routeBy: 'projectId',
  input: z.object({
    projectId: ProjectId,
    commit: CommitId,
    path: z.string(),
    /** Of a larger file nothing is read. */
    mostBytes: z
      .int()
      .positive()
      .max(1024 * 1024),
  }),
  output: z.object({
    outcome: openEnum(['found', 'missing', 'too-large'], 'missing'),
    /** Empty unless it was found. Bytes that are not UTF-8 are replaced. */
    text: z.string(),
  }),
});

/** Returns the paths of the files that differ between two commits, former paths of renamed files included. */
export const ChangedPathsQuery = defineQuery({
  name: 'repository.changed-paths',
  callers: ['ci'],
  routeBy: 'projectId',
  input: z.object({
    projectId: ProjectId,
    from: CommitId,
    to: CommitId,
    /** Whether `to` is compared with the best common ancestor of both. */
    sinceFork: z.boolean(),
  }),
  output: z.object({
    /** Null for more than 20 000, for commits that the repository does not have, and for those without a common ancestor. */
    paths: z.array(z.string()).nullable(),
  }),
});

/** Returns the paths of all files of a commit or of a folder in it, without submodules. */
export const FilePathsQuery = defineQuery({
  name: 'repository.file-paths',
  callers: ['ci', 'merge-requests'],
  routeBy: 'projectId',
  input: z.object({
    projectId: ProjectId,
    commit: CommitId,
    /** A folder; without one those of the commit. A missing folder has none. */
    folder: z.string().optional(),
  }),
  output: z.object({
    /** Null for more than 50 000. */
    paths: z.array(z.string()).nullable(),
  }),
});

/** Returns the ids of the contents of files of a commit. */
export const FileIdsQuery = defineQuery({
  name: 'repository.file-ids',
  callers: ['ci', 'projects'],
  routeBy: 'projectId',
  input: z.object({ projectId: ProjectId, commit: CommitId, paths: z.array(z.string()).max(1_000) }),
  output: z.object({
    /** In the order of the input; null where there is no such file. */
    ids: z.array(z.string().nullable()),
  }),
});

/** Returns commits by their ids: all that the repository has, or those that a user may read. */
export const CommitsByIdsQuery = defineQuery({
  name: 'repository.commits-by-ids',
  callers: ['ci', 'projects', 'merge-requests'],
  routeBy: 'projectId',
  input: z.object({
    projectId: ProjectId,
    ids: z.array(z.string()).max(100),
    /** Of the user; without them, all commits are read. */
    rights: CommitRights.optional(),
  }),
  output: z.object({
    /** In the order of the input; null where the repository has no such commit, and where the rights show none. */
    commits: z.array(CommitCard.nullable()),
  }),
});

/** Returns which commits are contained in another one, or are that one. Unknown ids are contained in nothing. */
export const ContainsManyQuery = defineQuery({
  name: 'repository.contains-many',
  callers: ['merge-requests'],
  routeBy: 'projectId',
  input: z.object({ projectId: ProjectId, commit: CommitId, candidates: z.array(CommitId).max(1_000) }),
  output: z.object({
    /** Those of `candidates` that are contained, in their order. */
    contained: z.array(z.string()),
  }),
});

/** Returns the commits that branches and tags point at now; of an annotated tag, the tagged commit. */
export const FindRefsQuery = defineQuery({
  name: 'repository.find-refs',
  callers: ['merge-requests', 'projects', 'ci', 'repository'],
  routeBy: 'projectId',
  input: z.object({
    projectId: ProjectId,
    /** Names as the API has them: `main`, `v1.0`. */
    branches: z.array(z.string()).max(1_000).default([]),
    tags: z.array(z.string()).max(1_000).default([]),
  }),
  output: z.object({
    /** In the order of the input; null where there is no such branch or tag. */
    branches: z.array(z.string().nullable()),
    tags: z.array(z.string().nullable()),
  }),
});

/** Returns the commit that a full or short id, a branch or a tag names, and the first branch that contains it. */
export const FindCommitQuery = defineQuery({
  name: 'repository.find-commit',
  callers: ['ci', 'merge-requests', 'repository'],
  routeBy: 'projectId',
  input: z.object({
    projectId: ProjectId,
    revision: z.string(),
    /** Whether to look for a branch. */
    withBranch: z.boolean(),
    /** Of the user who names it; without them, all commits are found by their full ids, and no ref of a merge request. */
    rights: CommitRights.optional(),
  }),
  output: z.object({
    /** The full id; null where the text names no commit. */
    commit: z.string().nullable(),
    /** By the bytes of their names; null where no branch contains it, and where it was not asked for. */
    branch: z.string().nullable(),
  }),
});

export const BranchProtection = z.object({
  protected: z.boolean(),
  /** Access level from which members push and merge: null where the branch is not protected, 0 where no member may. */
  pushLevel: z.int().nullable(),
  mergeLevel: z.int().nullable(),
  /** Whether users who may push may also force a push; missing where the branch is not protected. */
  allowForcePush: z.boolean().optional(),
});

export const TagProtection = z.object({
  protected: z.boolean(),
  /** Access level from which members create the tag: null where it is not protected, 0 where no member may. */
  createLevel: z.int().nullable(),
});

/** Returns how branches and tags are protected, whether or not they exist. */
export const RefProtectionQuery = defineQuery({
  name: 'repository.ref-protection',
  callers: ['merge-requests', 'ci', 'projects'],
  routeBy: 'projectId',
  input: z.object({
    projectId: ProjectId,
    branches: z.array(z.string()).max(1_000),
    tags: z.array(z.string()).max(1_000).optional(),
  }),
  output: z.object({
    /** In the order of the input. */
    branches: z.array(BranchProtection),
    tags: z.array(TagProtection).default([]),
  }),
});

/** Returns which branches and tags of several projects are protected, whether or not they exist. Any process answers: the rules are not in storages. */
export const ProtectedRefsQuery = defineQuery({
  name: 'repository.protected-refs',
  callers: ['merge-requests', 'ci'],
  input: z.object({
    refs: z.array(z.object({ projectId: ProjectId, name: z.string(), tag: z.boolean() })).max(1_000),
  }),
  output: z.object({
    /** In the order of the input. */
    protected: z.array(z.boolean()),
  }),
});

/** Returns whether two commits can be merged without conflicts. It holds for this pair for ever, and stores nothing. */
export const CanMergeQuery = defineQuery({
  name: 'repository.can-merge',
  callers: ['merge-requests'],
  routeBy: 'projectId',
  input: z.object({ projectId: ProjectId, targetTip: CommitId, sourceTip: CommitId }),
  output: z.object({ mergeable: z.boolean() }),
  refuses: [CommitMissing],
});

/**
 * Returns the messages of the commits that a branch got: those reachable from `to` and not from `from`, the newest 100 of them, oldest
 * first. Messages are cut after 32 768 characters.
 */
export const NewCommitsQuery = defineQuery({
  name: 'repository.new-commits',
  callers: ['projects', 'merge-requests'],
  routeBy: 'projectId',
  input: z.object({
    projectId: ProjectId,
    /** Null for a new branch: the default branch's commits are not new. */
    from: CommitId.nullable(),
    to: CommitId,
  }),
  output: z.object({
    commits: z.array(z.object({ id: z.string(), message: z.string() })),
  }),
  refuses: [CommitMissing],
});

/** A commit of a push with the files that it changed, compared with its first parent, without renames. */
export const PushedCommit = z.object({
  commit: CommitCard,
  /** Paths; all commits of a push have at most 1 000 together. */
  added: z.array(z.string()),
  modified: z.array(z.string()),
  removed: z.array(z.string()),
});
export type PushedCommit = z.output<typeof PushedCommit>;

/**
 * Returns what a push to one branch or tag brought. Of a branch, the commits that it got, the newest 20 of them, oldest first; a new branch
 * got those that the default branch lacks, a new default branch all of its own. Of a tag, the tagged commit.
 */
export const PushDetailsQuery = defineQuery({
  name: 'repository.push-details',
  callers: ['projects'],
  routeBy: 'projectId',
  input: z.object({
    projectId: ProjectId,
    /** Full name of the branch or tag. */
    ref: z.string(),
    /** Null for a new branch. */
    from: CommitId.nullable(),
    /** The new target; of an annotated tag, the tag. */
    to: CommitId,
    isDefaultBranch: z.boolean(),
    /** False leaves the lists of files empty. */
    withFiles: z.boolean().default(true),
  }),
  output: z.object({
    /** The commit at the new target; null for a tag of something else. */
    checkoutId: z.string().nullable(),
    /** Of an annotated tag; cut after 32 768 characters. */
    message: z.string().nullable(),
    commits: z.array(PushedCommit),
    /** Number of commits; null where there are too many to be counted. */
    total: z.int().nullable(),
  }),
  refuses: [CommitMissing],
});

/** Returns the newest release of a project, by its creation; null where there is none. */
export const NewestReleaseQuery = defineQuery({
  name: 'repository.newest-release',
  callers: ['projects'],
  input: z.object({ projectId: ProjectId }),
  output: z.object({ release: ReleaseCard.nullable() }),
});

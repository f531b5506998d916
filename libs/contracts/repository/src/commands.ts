import { FirstCommit, ProjectId, defineCommand, defineRefusal } from '@hearth/contract-kit';
import { z } from 'zod';
import { BranchProtection, CommitId, CommitMissing, RepositoryFull } from './queries.js';

/** The branch that is to become the default one does not exist. */
export const DefaultBranchMissing = defineRefusal<{ branch: string }>('default-branch-missing', 400, ({ branch }) => ({
  message: { base: [`Could not change HEAD: branch '${branch}' does not exist`] },
}));

/** Points HEAD of a project's repository at one of its branches. */
export const SetDefaultBranchCommand = defineCommand({
  name: 'repository.set-default-branch',
  idempotent: true,
  callers: ['projects'],
  routeBy: 'projectId',
  input: z.object({ projectId: ProjectId, branch: z.string() }),
  output: z.object({
    /** Sequence number among all changes of the repository: the highest one wins. */
    sequence: z.int(),
  }),
  refuses: [DefaultBranchMissing],
});

/** Makes the first commit of a new repository, on its default branch. A repository with branches stays as it is. */
export const InitializeRepositoryCommand = defineCommand({
  name: 'repository.initialize',
  idempotent: true,
  callers: ['projects'],
  routeBy: 'projectId',
  input: z.object({
    projectId: ProjectId,
    /** Null, or an invalid name: `main`. */
    branch: z.string().nullable(),
    commit: FirstCommit,
  }),
  output: z.object({
    /** Sequence number among all changes of the repository: the highest one wins. */
    sequence: z.int(),
    /** The branch that HEAD points at. */
    defaultBranch: z.string(),
  }),
});

/** Keeps commits and their history from being pruned for as long as the repository exists. */
export const KeepAroundCommand = defineCommand({
  name: 'repository.keep-around',
  idempotent: true,
  callers: ['merge-requests', 'ci'],
  routeBy: 'projectId',
  input: z.object({ projectId: ProjectId, commits: z.array(CommitId).max(1_000) }),
  output: z.object({
    /** Those that are kept, in the order of the input: unknown ones cannot be. */
    kept: z.array(z.string()),
  }),
});

/**
 * Points the head of a merge request, `refs/merge-requests/:iid/head` in the target's repository, at the present tip of its source branch.
 * Commits of a fork are fetched first.
 */
export const SyncMergeRequestHeadCommand = defineCommand({
  name: 'repository.sync-merge-request-head',
  idempotent: true,
  callers: ['merge-requests'],
  routeBy: 'projectId',
  input: z.object({
    /** The target. */
    projectId: ProjectId,
    iid: z.int().positive(),
    sourceProjectId: ProjectId,
    sourceBranch: z.string(),
  }),
  output: z.object({
    /** New head; null where the branch does not exist, and the head stays as it was. */
    head: z.string().nullable(),
  }),
});

/**
 * Collects what decides about a merge. The head of the merge request is pointed at the source branch first, as
 * `repository.sync-merge-request-head` does.
 */
export const PrepareMergeCommand = defineCommand({
  name: 'repository.prepare-merge',
  idempotent: true,
  callers: ['merge-requests'],
  routeBy: 'projectId',
  input: SyncMergeRequestHeadCommand.input.extend({
    targetBranch: z.string(),
    /** Whether the answer says if the source lacks commits of the target. */
    asksBehind: z.boolean().optional(),
    /** Commit without whose history the source's messages are returned; null: the whole history. */
    since: CommitId.nullable(),
  }),
  output: z.object({
    /** Null where the source branch, or its project, is gone. */
    sourceTip: z.string().nullable(),
    targetTip: z.string().nullable(),
    /** Whether the source has commits that are not on the target; false where one of them is gone. */
    hasCommits: z.boolean(),
    /** Whether the source lacks commits of the target; missing unless asked for. */
    isBehind: z.boolean().optional(),
    protection: BranchProtection,
    /** Messages of the newest 100 commits of the source, newest first; empty where `since` is unknown. */
    messages: z.array(z.string()),
  }),
});

const Person = z.object({ name: z.string(), email: z.string() });
/** User who writes commits, and the token whose rights are checked; null for another credential. */
const Committer = Person.extend({ userId: z.int(), tokenId: z.int().nullable() });

/**
 * Merges one commit into a branch, by a merge commit or a fast-forward. Everything that the new commits consist of is in the input, so that they
 * have the same ids when they are made again: then nothing happens twice.
 */
export const MergeCommand = defineCommand({
  name: 'repository.merge',
  idempotent: true,
  callers: ['merge-requests'],
  routeBy: 'projectId',
  input: z.object({
    projectId: ProjectId,
    targetBranch: z.string(),
    /** Head of the branch when the merge was decided. */
    targetTip: CommitId,
    sourceTip: CommitId,
    message: z.string(),
    /** `rebase_merge` and `ff` need a source that contains the target's tip; `ff` makes no merge commit. */
    method: z.enum(['merge', 'rebase_merge', 'ff']).optional(),
    /** The commit that replaces those of the source; without it these are merged. */
    squash: z.object({ message: z.string(), author: Person }).nullable().optional(),
    /** Author and committer of the merge; their permissions are checked again before the branch moves. */
    merger: Committer,
    /** Of author and committer. */
    mergedAt: z.iso.datetime(),
  }),
  output: z.object({
    /**
     * `merged`: the branch contains the commit, which is kept from being pruned. `conflict`: the changes conflict, or the method needs a rebase first. `moved`: the branch is elsewhere, or gone. `forbidden`: the
     * merger may neither push to the branch nor merge into it any more.
     */
    outcome: z.enum(['merged', 'conflict', 'moved', 'forbidden']),
    /** Of the merge commit; null unless merged, and for a fast-forward. */
    commit: z.string().nullable(),
    /** Of the commit that replaces those of the source; null without one. */
    squashCommit: z.string().nullable().optional(),
  }),
  refuses: [CommitMissing],
});

/**
 * Tries the merge of a merge request between branches of one project: points `refs/merge-requests/:iid/merge` at a commit that merges its head into
 * the target branch. If it points at such a commit already, nothing happens.
 */
export const TryMergeCommand = defineCommand({
  name: 'repository.try-merge',
  idempotent: true,
  callers: ['ci', 'merge-requests'],
  routeBy: 'projectId',
  input: z.object({
    projectId: ProjectId,
    iid: z.int().positive(),
    targetBranch: z.string(),
    /** Head of the merge request. */
    sourceTip: CommitId,
    /** Author and committer of a new commit. */
    merger: Person,
    /** Of author and committer. */
    mergedAt: z.iso.datetime(),
  }),
  output: z.object({
    /** Null where the changes conflict, the target branch is gone, or the merge request has another head by now. */
    merge: z.object({ commit: z.string(), targetTip: z.string() }).nullable(),
  }),
});

/**
 * Rebases a branch: its commits are written anew on another commit, without merges and without those whose change is there already. Everything that
 * the new commits consist of is in the input, so that they have the same ids when they are made again: then nothing happens twice.
 */
export const RebaseCommand = defineCommand({
  name: 'repository.rebase',
  idempotent: true,
  callers: ['merge-requests'],
  routeBy: 'projectId',
  input: z.object({
    /** The project of the branch. */
    projectId: ProjectId,
    branch: z.string(),
    /** Head of the branch when the rebase was decided. */
    tip: CommitId,
    /** New base, and the project that has it. */
    onto: CommitId,
    ontoProjectId: ProjectId,
    /** Committer of the new commits; their permissions are checked again before the branch moves. */
    rebaser: Committer,
    /** Of the committer. */
    rebasedAt: z.iso.datetime(),
    /** Whether the push of the new commits starts no pipeline. */
    skipCi: z.boolean().optional(),
  }),
  output: z.object({
    /**
     * `conflict`: a commit conflicts. `moved`: the branch is elsewhere, or gone. `forbidden`: the user may not push to it any more. `protected`: it
     * may only be fast-forwarded.
     */
    outcome: z.enum(['rebased', 'conflict', 'moved', 'forbidden', 'protected', 'too-many-commits']),
    /** The new head; null unless rebased. */
    commit: z.string().nullable(),
  }),
  refuses: [CommitMissing],
});

/**
 * Replaces lines of one file by a commit on a branch. Everything that the commit consists of is in the input, so that it has the same id when it is
 * made again: then nothing happens twice.
 */
/** Lines of a file and those that replace them. */
const lineReplacement = {
  path: z.string(),
  /** First and last line, from 1 on. */
  from: z.int().positive(),
  to: z.int().positive(),
  /** The new lines, without their ends: they get those of the first replaced line. */
  lines: z.array(z.string()),
};

export const ReplaceLinesCommand = defineCommand({
  name: 'repository.replace-lines',
  idempotent: true,
  callers: ['merge-requests'],
  routeBy: 'projectId',
  input: z.object({
    /** The project of the branch. */
    projectId: ProjectId,
    branch: z.string(),
    /** Head of the branch in which the lines were seen. */
    tip: CommitId,
    ...lineReplacement,
    /** Further replacements by the same commit, each of other lines. */
    others: z.array(z.object(lineReplacement)).max(100).optional(),
    message: z.string(),
    author: Person,
    /** Their permissions are checked again before the branch moves. */
    committer: Committer,
    /** Of author and committer. */
    committedAt: z.iso.datetime(),
  }),
  output: z.object({
    /**
     * `moved`: the branch is elsewhere, or gone. `unfit`: there is no such file, it is larger than 1 MiB, or has fewer lines, or replacements overlap. `forbidden`: the
     * committer may not push to the branch.
     */
    outcome: z.enum(['committed', 'moved', 'unfit', 'forbidden']),
    /** Null unless committed. */
    commit: z.string().nullable(),
  }),
  refuses: [CommitMissing, RepositoryFull],
});

/**
 * Deletes a branch that was merged, if it still points at the merged commit and is neither protected nor the default branch, and the user may
 * push to it.
 */
export const DeleteMergedBranchCommand = defineCommand({
  name: 'repository.delete-merged-branch',
  idempotent: true,
  callers: ['merge-requests'],
  routeBy: 'projectId',
  input: z.object({
    projectId: ProjectId,
    branch: z.string(),
    tip: CommitId,
    /** Actor of the deletion; their permissions are checked again. */
    remover: z.object({ userId: z.int(), tokenId: z.int().nullable() }),
  }),
  output: z.object({
    /** Whether there is no such branch any more. */
    gone: z.boolean(),
  }),
});

/**
 * Fetches everything that the repository has on its primary storage into its copy on another one. For the process that owns the primary storage,
 * while nothing else may write: the copy then has all that was acknowledged.
 */
export const FollowPrimaryCommand = defineCommand({
  name: 'repository.follow-primary',
  idempotent: true,
  callers: ['repository'],
  input: z.object({
    projectId: ProjectId,
    /** The storage of the copy. */
    storage: z.string(),
    /** A change whose refs have moved: the copy has it afterwards, although it is not settled yet. */
    sequence: z.int().optional(),
    /** Longest fetch in milliseconds; by default ten seconds, for writers that wait. */
    timeoutMs: z.int().positive().optional(),
  }),
  output: z.object({}),
});

import type { BatchReply } from '../objects/batch-replies.js';
import type { Commit } from '../objects/commit-object.js';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';

/** An object as it is stored. `content` is null when it has more bytes than were asked for. */
export type StoredObject = Omit<BatchReply, 'id'>;

/** What is applied to a commit: the change between two others, of which null is the empty tree. */
export interface Change {
  readonly from: Commit | null;
  readonly to: Commit | null;
  readonly onto: Commit;
}

/** Reads of commits and trees, and three-way merges without a work tree. One implementation runs git, the other one asks libgit2. */
export interface Engine {
  /** The object of that id; null where there is none, or no repository. */
  object(repository: RepositoryPath, id: ObjectId, maxBytes: number): Promise<StoredObject | null>;

  /**
   * The rows of a tree and of all trees below it, as `git ls-tree -r -t -z` prints them, in any order. Throws GitOutputLimit when they have
   * more than `maxBytes`, RepositoryMissing, or the reason of the signal.
   */
  listing(
    repository: RepositoryPath,
    tree: ObjectId,
    options: { maxBytes: number; signal?: AbortSignal },
  ): Promise<Buffer>;

  /**
   * The tree that holds what both commits have changed since their merge base, on the disk; null where their changes conflict. Commits
   * without a common ancestor are merged as if the empty tree was theirs.
   */
  merge(repository: RepositoryPath, ours: ObjectId, theirs: ObjectId): Promise<ObjectId | null>;

  /** Whether {@link merge} would find no conflict. What it makes is thrown away. */
  canMerge(repository: RepositoryPath, ours: ObjectId, theirs: ObjectId): Promise<boolean>;

  /** The tree of `onto` with what changes between two other commits, on the disk; null where that conflicts. */
  apply(repository: RepositoryPath, change: Change): Promise<ObjectId | null>;

  /** Closes what is open of a repository; to be called before its folder is moved. */
  release(repository: RepositoryPath): Promise<void>;

  close(): Promise<void>;
}

/** A folder below a repository's objects for those of a merge that is only tried; a name that `StaleFiles` removes. */
export const THROWN_AWAY = 'tmp_objdir-merge-';

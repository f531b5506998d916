import type { BatchReply } from '../objects/batch-replies.js';
import type { Commit } from '../objects/commit-object.js';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';

/** An object as it is stored. `content` is null when it exceeds the requested number of bytes. */
export type StoredObject = Omit<BatchReply, 'id'>;

/** Change to apply to a commit: the difference between two other commits. Null is the empty tree. */
export interface Change {
  readonly from: Commit | null;
  readonly to: Commit | null;
  readonly onto: Commit;
}

/** Reads of commits and trees, and three-way merges without a work tree. One implementation runs git, the other one asks libgit2. */
export interface Engine {
  /** Returns the object with that id; null when the object or the repository does not exist. */
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
   * Writes the tree that holds the changes of both commits since their merge base, durably. Returns its id, or null when the changes conflict.
   * Commits without a common ancestor are merged with the empty tree as their base.
   */
  merge(repository: RepositoryPath, ours: ObjectId, theirs: ObjectId): Promise<ObjectId | null>;

  /** Returns whether {@link merge} would find no conflict. The merged objects are deleted. */
  canMerge(repository: RepositoryPath, ours: ObjectId, theirs: ObjectId): Promise<boolean>;

  /** Writes the tree of `onto` with the change between two other commits, durably; returns null when it conflicts. */
  apply(repository: RepositoryPath, change: Change): Promise<ObjectId | null>;

  /** Closes the open files of a repository. Must be called before its folder is moved. */
  release(repository: RepositoryPath): Promise<void>;

  close(): Promise<void>;
}

/** Prefix of a folder below a repository's objects, for the objects of a trial merge. `StaleFiles` removes such folders. */
export const THROWN_AWAY = 'tmp_objdir-merge-';

import { LRUCache } from 'lru-cache';
import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { Engine } from '../engines/engine.js';
import type { BatchReply } from './batch-replies.js';
import { parseCommit, signedBytesOf, type Commit } from './commit-object.js';
import type { ObjectPool } from './object-pool.js';
import { parseTag, type Tag } from './tag-object.js';

/** Largest commit, tree or tag that is read, in bytes; a larger one means a damaged or hostile repository. */
const MAX_OBJECT_BYTES = 64 * 1024 * 1024;

/** The object is too large to be read into memory. */
export class ObjectTooLarge extends Error {
  override readonly name = 'ObjectTooLarge';
}

export interface ObjectInfo {
  readonly id: ObjectId;
  readonly type: BatchReply['type'];
  /** In bytes. */
  readonly size: number;
}

/** Reads commits, trees and tags by id. They never change, so they are cached up to a number of bytes. */
export class Objects {
  readonly #commits: LRUCache<string, Commit>;
  readonly #trees: LRUCache<string, Buffer>;

  constructor(
    private readonly pool: ObjectPool,
    private readonly engine: Pick<Engine, 'object'>,
    cacheBytes: number,
  ) {
    this.#commits = new LRUCache({ maxSize: cacheBytes, sizeCalculation: (commit) => 600 + 2 * commit.message.length });
    this.#trees = new LRUCache({ maxSize: cacheBytes, sizeCalculation: (content) => 200 + content.length });
  }

  /** Type and size of an object, or null. */
  async info(repository: RepositoryPath, id: ObjectId): Promise<ObjectInfo | null> {
    const reply = await this.pool.info(repository, id);
    return reply && { id: objectIdFromGit(reply.id), type: reply.type, size: reply.size };
  }

  /** Returns the commit with that id; null when it does not exist, or is an object of another type. */
  async commit(repository: RepositoryPath, id: ObjectId): Promise<Commit | null> {
    const key = `${repository}:${id}`;
    const known = this.#commits.get(key);
    if (known !== undefined) return known;
    const content = await this.#contents(repository, id, 'commit');
    if (content === null) return null;
    const commit = parseCommit(id, content);
    this.#commits.set(key, commit);
    return commit;
  }

  /** Returns the commits with these ids in their order, in one round trip. Unknown ids are left out. */
  async commits(repository: RepositoryPath, ids: readonly ObjectId[]): Promise<Commit[]> {
    const found = await Promise.all(ids.map((id) => this.commit(repository, id)));
    return found.filter((commit) => commit !== null);
  }

  /** Bytes that the signature of a commit is about; null when there is no commit of that id. */
  async signedBytes(repository: RepositoryPath, id: ObjectId): Promise<Buffer | null> {
    const content = await this.#contents(repository, id, 'commit');
    return content && signedBytesOf(content);
  }

  /** The raw bytes of a tree, for `treeEntries`; null where there is no tree of that id. */
  async tree(repository: RepositoryPath, id: ObjectId): Promise<Buffer | null> {
    const key = `${repository}:${id}`;
    const known = this.#trees.get(key);
    if (known !== undefined) return known;
    const content = await this.#contents(repository, id, 'tree');
    if (content !== null) this.#trees.set(key, content);
    return content;
  }

  /** The annotated tag of that id, or null. */
  async tag(repository: RepositoryPath, id: ObjectId): Promise<Tag | null> {
    const content = await this.#contents(repository, id, 'tag');
    return content && parseTag(id, content);
  }

  async #contents(repository: RepositoryPath, id: ObjectId, type: BatchReply['type']): Promise<Buffer | null> {
    const reply = await this.engine.object(repository, id, MAX_OBJECT_BYTES);
    if (reply?.type !== type) return null;
    if (reply.content === null) throw new ObjectTooLarge(`${type} ${id} has ${reply.size} bytes`);
    return reply.content;
  }
}

import { LRUCache } from 'lru-cache';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath, TreePath } from '../refs/paths.js';
import type { Engine } from '../engines/engine.js';
import type { Objects } from '../objects/objects.js';
import { findEntry, treeEntries, typeOfMode, type RawTreeEntry } from '../objects/tree-object.js';
import { TreeListing } from './tree-listing.js';

/** Most bytes of a recursive listing; about two million files. */
const MAX_LISTING_BYTES = 256 * 1024 * 1024;

const EMPTY = TreeListing.ofLsTree(Buffer.alloc(0));

/** Trees of commits: listings and single entries by path. */
export class Trees {
  readonly #listings: LRUCache<string, TreeListing>;

  constructor(
    private readonly objects: Objects,
    private readonly engine: Pick<Engine, 'listing'>,
    cacheBytes: number,
  ) {
    this.#listings = new LRUCache({ maxSize: cacheBytes, sizeCalculation: (listing) => listing.bytes });
  }

  /**
   * Returns the rows of the tree at `path` in a commit, `recursive` with all levels below. Empty for an unknown path, the path
   * of a file and an unknown commit. Throws GitOutputLimit when a recursive listing exceeds 256 MiB.
   */
  async list(
    repository: RepositoryPath,
    commit: ObjectId,
    path: TreePath,
    options: { recursive?: boolean; signal?: AbortSignal } = {},
  ): Promise<TreeListing> {
    const tree = await this.treeAt(repository, commit, path);
    if (tree === null) return EMPTY;
    const key = `${options.recursive ? 'deep' : 'flat'}:${repository}:${tree}`;
    const known = this.#listings.get(key);
    if (known !== undefined) return known;
    const listing = options.recursive
      ? TreeListing.ofLsTree(
          await this.engine.listing(repository, tree, { maxBytes: MAX_LISTING_BYTES, signal: options.signal }),
        )
      : TreeListing.ofTree((await this.objects.tree(repository, tree)) ?? Buffer.alloc(0));
    this.#listings.set(key, listing);
    return listing;
  }

  /** Returns the id of the tree at `path`; null when the path does not exist or is no tree. */
  async treeAt(repository: RepositoryPath, commit: ObjectId, path: TreePath): Promise<ObjectId | null> {
    if (path === '') return (await this.objects.commit(repository, commit))?.tree ?? null;
    const entry = await this.entryAt(repository, commit, path);
    return entry !== null && typeOfMode(entry.mode) === 'tree' ? entry.id : null;
  }

  /** Returns the entry at a path other than the root: a file, a tree or a submodule; null when there is none. */
  async entryAt(repository: RepositoryPath, commit: ObjectId, path: TreePath): Promise<RawTreeEntry | null> {
    let tree = (await this.objects.commit(repository, commit))?.tree ?? null;
    let entry: RawTreeEntry | null = null;
    for (const segment of path === '' ? [] : path.split('/')) {
      const content = tree === null ? null : await this.objects.tree(repository, tree);
      entry = content === null ? null : findEntry(content, Buffer.from(segment));
      if (entry === null) return null;
      tree = typeOfMode(entry.mode) === 'tree' ? entry.id : null;
    }
    return entry;
  }

  /** Returns the rows of one tree in git's own order, names in bytes; empty for an unknown id. */
  async entries(repository: RepositoryPath, tree: ObjectId): Promise<RawTreeEntry[]> {
    const content = await this.objects.tree(repository, tree);
    return content === null ? [] : [...treeEntries(content)];
  }
}

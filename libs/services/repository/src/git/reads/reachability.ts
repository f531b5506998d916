import { LRUCache } from 'lru-cache';
import pLimit, { type LimitFunction } from 'p-limit';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import { call, COMMANDS } from '../process/commands.js';
import type { CommandQueue } from '../process/command-queue.js';
import { GitError, GitOutputLimit } from '../process/errors.js';
import { IdIndex } from './id-index.js';
import type { ReadRights } from './read-rights.js';
import type { RefSnapshot } from './ref-snapshots.js';
import type { Refs } from './refs.js';

/** Content of an index: commits, or all objects. */
type Kind = 'commits' | 'objects';

/** All objects that the refs of a snapshot reach. */
interface Reached {
  readonly snapshot: RefSnapshot;
  readonly tips: ReadonlySet<ObjectId>;
  readonly index: IdIndex;
}

type Heads = Pick<ReadRights, 'mergeRequestHeads'>;

const LINE_BYTES = 41;
/** Repositories with more objects are not indexed: nothing is found by an id. */
const MOST_OBJECTS = 5_000_000;
/** Enough for the index of the largest repository. */
const MAX_BYTES = 192 * 1024 * 1024;
const WALK_MS = 10 * 60_000;
const NOTHING = IdIndex.ofLines(Buffer.alloc(0));

/**
 * Answers which objects are reachable from branches, tags and heads of merge requests. The history of a repository is walked once; after a push,
 * only the new part. Deleted and force-pushed refs, which may have left objects unreachable, cause a new walk.
 */
export class Reachability {
  readonly #kept = new LRUCache<string, Reached>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf });
  /** Walks for the same index run one after another: each continues from the result of the one before. */
  readonly #turns = new LRUCache<string, LimitFunction>({ max: 10_000 });

  constructor(
    private readonly refs: Refs,
    private readonly queue: CommandQueue,
  ) {}

  /** Returns whether the refs reach the commit. */
  async hasCommit(repository: RepositoryPath, commit: ObjectId, heads: Heads): Promise<boolean> {
    return (await this.firstUnreached(repository, 'commits', [commit], heads)) === null;
  }

  /** Returns whether the refs reach the object, of any type. */
  async hasObject(repository: RepositoryPath, object: ObjectId, heads: Heads): Promise<boolean> {
    return (await this.firstUnreached(repository, 'objects', [object], heads)) === null;
  }

  /** Returns the first of the ids that the refs do not reach, or null. The walk for objects takes as long as that of a clone. */
  async firstUnreached(
    repository: RepositoryPath,
    kind: Kind,
    ids: readonly ObjectId[],
    heads: Heads,
  ): Promise<ObjectId | null> {
    if (ids.length === 0) return null;
    const index = await this.#index(repository, kind, heads);
    return ids.find((id) => !index.has(id)) ?? null;
  }

  /** Returns the reachable commit whose id begins with these digits (at least 6, lower-case); null unless there is exactly one. */
  async expand(repository: RepositoryPath, digits: string, heads: Heads): Promise<ObjectId | null> {
    const [commit, ...others] = (await this.#index(repository, 'commits', heads)).startingWith(digits);
    return commit === undefined || others.length > 0 ? null : commit;
  }

  /** Drops the indexes of a repository that is removed. */
  release(repository: RepositoryPath): Promise<void> {
    for (const kind of ['commits', 'objects'] as const)
      for (const mergeRequestHeads of [true, false]) this.#kept.delete(keyOf(repository, kind, { mergeRequestHeads }));
    return Promise.resolve();
  }

  async #index(repository: RepositoryPath, kind: Kind, heads: Heads): Promise<IdIndex> {
    const snapshot = await this.refs.readable(repository, heads.mergeRequestHeads);
    const key = keyOf(repository, kind, heads);
    const known = this.#kept.get(key);
    if (known?.snapshot === snapshot) return known.index;
    const turns = this.#turns.get(key) ?? pLimit(1);
    this.#turns.set(key, turns);
    return turns(() => this.#update(repository, kind, key, snapshot));
  }

  async #update(repository: RepositoryPath, kind: Kind, key: string, snapshot: RefSnapshot): Promise<IdIndex> {
    const known = this.#kept.get(key);
    if (known?.snapshot === snapshot) return known.index;
    const tips = new Set(snapshot.values());
    const index =
      (known && (await this.#extended(repository, kind, known, tips))) ?? (await this.#all(repository, kind, tips));
    this.#kept.set(key, { snapshot, tips, index });
    return index;
  }

  /** Extends the known index by the new tips; returns null when some of the known objects are no longer reachable. */
  async #extended(
    repository: RepositoryPath,
    kind: Kind,
    { tips: before, index }: Reached,
    tips: ReadonlySet<ObjectId>,
  ): Promise<IdIndex | null> {
    const [left, added] = [without(before, tips), without(tips, before)];
    try {
      if ((await this.#walk(repository, kind, left, tips)).length > 0) return null;
      return index.with(IdIndex.ofLines(await this.#walk(repository, kind, added, before)));
    } catch (error) {
      // A former tip may have been pruned since.
      if (error instanceof GitError) return null;
      throw error;
    }
  }

  async #all(repository: RepositoryPath, kind: Kind, tips: ReadonlySet<ObjectId>): Promise<IdIndex> {
    try {
      return IdIndex.ofLines(await this.#walk(repository, kind, [...tips], new Set()));
    } catch (error) {
      if (error instanceof GitOutputLimit) return NOTHING;
      throw error;
    }
  }

  /** Returns lines of ids: objects reachable from the first tips and not from the others. */
  async #walk(
    repository: RepositoryPath,
    kind: Kind,
    from: readonly ObjectId[],
    excluded: ReadonlySet<ObjectId>,
  ): Promise<Buffer> {
    if (from.length === 0) return Buffer.alloc(0);
    const objects = kind === 'objects';
    const flags = { '--stdin': true, '--objects': objects, '--no-object-names': objects };
    const input = [...from, ...[...excluded].map((id) => `^${id}`), ''].join('\n');
    const limits = { timeoutMs: WALK_MS, maxOutputBytes: MOST_OBJECTS * LINE_BYTES };
    return (await this.queue.run(call(COMMANDS.revList, { repository, flags }), { input, ...limits })).stdout;
  }
}

function keyOf(repository: RepositoryPath, kind: Kind, { mergeRequestHeads }: Heads): string {
  return `${kind}:${mergeRequestHeads ? 'heads' : ''}:${repository}`;
}

function sizeOf({ tips, index }: Reached): number {
  return index.bytes + 200 * (1 + tips.size);
}

function without(some: ReadonlySet<ObjectId>, others: ReadonlySet<ObjectId>): ObjectId[] {
  return [...some].filter((id) => !others.has(id));
}

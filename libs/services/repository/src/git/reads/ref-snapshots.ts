import { LRUCache } from 'lru-cache';
import type { ObjectId } from '../refs/object-id.js';
import type { RepositoryPath } from '../refs/paths.js';
import type { RefName } from '../refs/ref-name.js';
import { ORPHAN_MS } from '../process/orphans.js';
import { HIDDEN_REFS, MERGE_REQUEST_REFS } from '../repositories/repository-config.js';
import { compareBytes } from '../refs/byte-order.rules.js';

/** Refs at one moment, in byte order of their names. Two reads of the same moment return the same object. */
export type RefSnapshot = ReadonlyMap<RefName, ObjectId>;

/** Positions of refs after they were moved. Null: the ref does not exist. */
export type MovedRefs = Iterable<readonly [RefName, ObjectId | null]>;

export interface RefSnapshotsOptions {
  /** Memory for all snapshots. */
  readonly maxBytes: number;
  /** Milliseconds for which a git of a killed process or a lost launcher may continue. */
  readonly orphanMs?: number;
}

/** Bytes that a ref takes in addition to its name, in both of its snapshots. */
const REF_BYTES = 300;

/**
 * Cache of the refs of the repositories in use. Caching is sound because a storage has one owner: every writer in this process announces its
 * changes by a {@link RefMovement}, and only a git left by a killed process may move refs without one, for a few seconds.
 */
export class RefSnapshots {
  readonly #kept: LRUCache<RepositoryPath, RefSnapshot>;
  /** Snapshots without the heads of merge requests. */
  readonly #shownOf = new WeakMap<RefSnapshot, RefSnapshot>();
  readonly #loading = new Map<RepositoryPath, Promise<RefSnapshot>>();
  /** Running movements, and whether several have run at a time since there were none. */
  readonly #moving = new Map<RepositoryPath, { readonly count: number; readonly overlap: boolean }>();
  readonly #orphanMs: number;
  readonly #keepsFrom: number;

  constructor({ maxBytes, orphanMs = ORPHAN_MS }: RefSnapshotsOptions) {
    this.#orphanMs = orphanMs;
    this.#keepsFrom = performance.now() + orphanMs;
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: bytesOf });
  }

  /** Returns the current refs as advertised to a push, if they are cached. */
  known(repository: RepositoryPath): RefSnapshot | undefined {
    const kept = this.#kept.get(repository);
    return kept && this.#shown(kept);
  }

  /** Returns the current refs as advertised to a push. `load` reads all refs from git; it returns null when there is no repository. */
  async read(
    repository: RepositoryPath,
    load: () => Promise<ReadonlyMap<RefName, ObjectId> | null>,
  ): Promise<RefSnapshot> {
    return this.#shown(await this.readAll(repository, load));
  }

  /** Like {@link read}, with the heads of merge requests. */
  async readAll(
    repository: RepositoryPath,
    load: () => Promise<ReadonlyMap<RefName, ObjectId> | null>,
  ): Promise<RefSnapshot> {
    const known = this.#kept.get(repository);
    if (known !== undefined) return known;
    // While refs move, each reader loads them itself.
    if (this.#moving.has(repository)) return withoutHidden((await load()) ?? new Map());
    let loading = this.#loading.get(repository);
    if (loading === undefined) {
      loading = this.#load(repository, load);
      this.#loading.set(repository, loading);
    }
    return loading;
  }

  /** Announces that refs of the repository may move. */
  movement(repository: RepositoryPath): RefMovement {
    return new RefMovement(
      () => this.#begin(repository),
      (before, moved) => this.#end(repository, before, moved),
      this.#orphanMs,
    );
  }

  /** Drops the refs of a repository that is removed. */
  release(repository: RepositoryPath): Promise<void> {
    this.#kept.delete(repository);
    this.#loading.delete(repository);
    return Promise.resolve();
  }

  async #load(
    repository: RepositoryPath,
    load: () => Promise<ReadonlyMap<RefName, ObjectId> | null>,
  ): Promise<RefSnapshot> {
    // The promise is registered as the loading one only after this function has returned.
    await Promise.resolve();
    const loading = this.#loading.get(repository);
    try {
      const refs = await load();
      const snapshot = withoutHidden(refs ?? new Map());
      const isPresent = this.#loading.get(repository) === loading;
      if (isPresent && refs !== null && performance.now() >= this.#keepsFrom) this.#kept.set(repository, snapshot);
      return snapshot;
    } finally {
      if (this.#loading.get(repository) === loading) this.#loading.delete(repository);
    }
  }

  /** Computed once for each snapshot. Without heads of merge requests it is the snapshot itself. */
  #shown(snapshot: RefSnapshot): RefSnapshot {
    let shown = this.#shownOf.get(snapshot);
    if (shown === undefined) {
      const refs = [...snapshot].filter(([ref]) => !ref.startsWith(MERGE_REQUEST_REFS));
      shown = refs.length === snapshot.size ? snapshot : new Map(refs);
      this.#shownOf.set(snapshot, shown);
    }
    return shown;
  }

  #begin(repository: RepositoryPath): RefSnapshot | undefined {
    const before = this.#kept.get(repository);
    this.#kept.delete(repository);
    this.#loading.delete(repository);
    const others = this.#moving.get(repository)?.count ?? 0;
    this.#moving.set(repository, { count: others + 1, overlap: others > 0 });
    return before;
  }

  #end(repository: RepositoryPath, before: RefSnapshot | undefined, moved: MovedRefs | undefined): void {
    const { count, overlap } = this.#moving.get(repository)!;
    if (count > 1) {
      this.#moving.set(repository, { count: count - 1, overlap });
      return;
    }
    this.#moving.delete(repository);
    // One of several knows its own moves only.
    if (!overlap && before !== undefined && moved !== undefined) this.#kept.set(repository, withMoved(before, moved));
  }
}

/** Announced change of refs: from `begin` to `end`, no read is answered from the cache. */
export class RefMovement {
  #state: 'announced' | 'moving' | 'ended' = 'announced';
  #before: RefSnapshot | undefined;

  constructor(
    private readonly onBegin: () => RefSnapshot | undefined,
    private readonly onEnd: (before: RefSnapshot | undefined, moved: MovedRefs | undefined) => void,
    private readonly orphanMs: number,
  ) {}

  begin(): void {
    this.#before = this.onBegin();
    this.#state = 'moving';
  }

  /** @param moved positions of the refs that may have moved; without it, all refs are read again */
  end(moved?: MovedRefs): void {
    if (this.#state === 'moving') this.onEnd(this.#before, moved);
    this.#state = 'ended';
  }

  /** Ends a running movement after the connection to git was lost. git may continue to move refs for a while, so this takes effect later. */
  lose(): void {
    if (this.#state !== 'moving') return;
    this.#state = 'ended';
    setTimeout(() => this.onEnd(undefined, undefined), this.orphanMs).unref();
  }
}

function withoutHidden(refs: ReadonlyMap<RefName, ObjectId>): RefSnapshot {
  return new Map([...refs].filter(([ref]) => !ref.startsWith(HIDDEN_REFS)));
}

function withMoved(before: RefSnapshot, moved: MovedRefs): RefSnapshot {
  const after = new Map(before);
  let hasNew = false;
  for (const [ref, tip] of moved) {
    if (tip === null) after.delete(ref);
    else if (!ref.startsWith(HIDDEN_REFS)) {
      hasNew ||= !before.has(ref);
      after.set(ref, tip);
    }
  }
  return hasNew ? new Map([...after].sort(([a], [b]) => compareBytes(a, b))) : after;
}

function bytesOf(snapshot: RefSnapshot): number {
  let bytes = REF_BYTES;
  for (const ref of snapshot.keys()) bytes += REF_BYTES + ref.length;
  return bytes;
}

import { Injectable } from '@nestjs/common';
import type { RepositoryPath } from '../git/refs/paths.js';
import { RepositoryBusy } from '../refusals.js';
import { WriteLocks } from '../repositories/write-locks.js';

/** Fetch into a copy that is under way. */
interface Fetching {
  /** Storage that is fetched from, once it is known. */
  readonly origin: { storage?: string };
  readonly ending: AbortController;
  readonly ended: Promise<unknown>;
}

/** One lock for the copies of each repository in this process: a copy is either followed or removed. */
@Injectable()
export class CopyLocks extends WriteLocks {
  private readonly fetches = new Map<RepositoryPath, Fetching>();

  /**
   * Runs the fetch into a copy at a path. The caller holds the lock. Whether the copy is the repository by now is found out in `fetch`: what becomes
   * the repository after that ends it.
   * @param fetch its signal ends it when the copy, or another one, has become the repository; `from` takes the storage that it fetches from
   */
  async fetching<T>(
    path: RepositoryPath,
    fetch: (signal: AbortSignal, from: (storage: string) => void) => Promise<T>,
  ): Promise<T> {
    const ending = new AbortController();
    const origin: Fetching['origin'] = {};
    const running = fetch(ending.signal, (storage) => void (origin.storage = storage));
    this.fetches.set(path, { origin, ending, ended: running });
    try {
      return await running;
    } finally {
      this.fetches.delete(path);
    }
  }

  /** Returns the storage from which a copy is being fetched; undefined while it is not, or not known yet. */
  originOf(path: RepositoryPath): string | undefined {
    return this.fetches.get(path)?.origin.storage;
  }

  /** Ends a fetch into a copy from another storage than that of the repository: it holds the lock, and its storage may be lost. */
  endUnlessFrom(path: RepositoryPath, storage: string): void {
    const from = this.originOf(path);
    if (from !== undefined && from !== storage) this.fetches.get(path)!.ending.abort(RepositoryBusy());
  }

  /**
   * Ends a fetch into what has become the repository meanwhile, which would undo writes, and waits for its end: its storage may be lost, and the fetch
   * take a day. Later fetches find that no copy is there, so the caller looks where the repository is before this.
   */
  async fetched(path: RepositoryPath): Promise<void> {
    const fetching = this.fetches.get(path);
    fetching?.ending.abort(RepositoryBusy());
    await fetching?.ended.catch(() => undefined);
  }
}

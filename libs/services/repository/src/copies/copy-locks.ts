import { Injectable } from '@nestjs/common';
import type { RepositoryPath } from '../git/refs/paths.js';
import { WriteLocks } from '../repositories/write-locks.js';

/** One lock for the copies of each repository in this process: a copy is either followed or removed. */
@Injectable()
export class CopyLocks extends WriteLocks {
  private readonly fetches = new Map<RepositoryPath, Promise<unknown>>();

  /** Runs the fetch into a copy at a path. The caller holds the lock, and has found that the copy is not the repository. */
  async fetching<T>(path: RepositoryPath, fetch: () => Promise<T>): Promise<T> {
    const running = fetch();
    this.fetches.set(path, running);
    try {
      return await running;
    } finally {
      this.fetches.delete(path);
    }
  }

  /**
   * Waits for the end of a fetch into what has become the repository meanwhile: it would undo writes. Later fetches find that no copy is there, so
   * the caller looks where the repository is before this.
   */
  async fetched(path: RepositoryPath): Promise<void> {
    await this.fetches.get(path)?.catch(() => undefined);
  }
}

import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { StorageLoad } from '../storages/storage-load.js';

/** Running fetches and pushes. Shutdown waits for them. */
@Injectable()
export class Transfers implements BeforeApplicationShutdown {
  private readonly running = new Set<Promise<unknown>>();
  private readonly ending = new AbortController();

  constructor(private readonly storageLoad: StorageLoad) {}

  /** True once the process closes: new transfers are refused. While it drains, it still accepts requests. */
  get stopping(): boolean {
    return this.ending.signal.aborted;
  }

  /** Number of running transfers. */
  get count(): number {
    return this.running.size;
  }

  /** Runs a transfer to its end. The signal passed to `work` ends it when the process closes. */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const running = this.storageLoad.during(() => work(this.ending.signal));
    this.running.add(running);
    try {
      return await running;
    } finally {
      this.running.delete(running);
    }
  }

  /** Runs after the grace period: aborts the transfers, except pushes whose refs git has begun to write. Those are settled. */
  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await Promise.allSettled(this.running);
  }
}

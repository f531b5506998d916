import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';

/** The fetches and pushes that are running: they hold what has to be there until they have ended. */
@Injectable()
export class Transfers implements BeforeApplicationShutdown {
  private readonly running = new Set<Promise<unknown>>();
  private readonly ending = new AbortController();

  /** True once the process closes: nothing new is taken. Until then it may be draining, and takes what still reaches it. */
  get stopping(): boolean {
    return this.ending.signal.aborted;
  }

  /** How many are running. */
  get count(): number {
    return this.running.size;
  }

  /** Runs a transfer to its end; `work` is given the signal by which it is ended when the process closes. */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const running = work(this.ending.signal);
    this.running.add(running);
    try {
      return await running;
    } finally {
      this.running.delete(running);
    }
  }

  /** The process has had its grace period: what runs is broken off, but for the pushes that git has begun to write, which are settled. */
  async beforeApplicationShutdown(): Promise<void> {
    this.ending.abort();
    await Promise.allSettled(this.running);
  }
}

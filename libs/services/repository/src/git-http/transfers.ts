import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';

/** How long a stopping process waits for what is being transferred. */
const GRACE_MS = 15_000;

/** The fetches and pushes that are running: work that a stopping process finishes. */
@Injectable()
export class Transfers implements BeforeApplicationShutdown {
  private readonly running = new Set<Promise<unknown>>();
  private readonly ending = new AbortController();
  private closing = false;

  /** True once the process has begun to stop: nothing new is taken. */
  get stopping(): boolean {
    return this.closing;
  }

  /** How many are running. */
  get count(): number {
    return this.running.size;
  }

  /** Runs a transfer to its end; `work` is given the signal by which it is ended when the grace is over. */
  async run<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const running = work(this.ending.signal);
    this.running.add(running);
    try {
      return await running;
    } finally {
      this.running.delete(running);
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.drain(GRACE_MS);
  }

  /** Takes nothing new, waits for what is running, and ends what has not ended after `graceMs`. */
  async drain(graceMs: number): Promise<void> {
    this.closing = true;
    const timer = setTimeout(() => this.ending.abort(), graceMs);
    await Promise.allSettled(this.running);
    clearTimeout(timer);
  }
}

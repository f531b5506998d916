import type { ServiceName } from '@hearth/contract-kit';
import type { Db } from '@hearth/data';
import { metrics } from './metrics.js';
import { QUEUE_STATES, queueCounts } from './queue-counts.js';

const INTERVAL_MS = 15_000;

/** Measures for each queue how many jobs wait, run, have failed for good within the last hour, or are dead letters. */
export class QueueGauges {
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();

  constructor(
    private readonly service: ServiceName,
    private readonly db: Db,
  ) {}

  start(): void {
    this.lookNow();
    this.timer = setInterval(() => this.lookNow(), INTERVAL_MS).unref();
  }

  /** Stops measuring and waits for the measurement in progress. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  private lookNow(): void {
    // A failed measurement is repeated at the next interval.
    this.looking = this.look().catch(() => undefined);
  }

  private async look(): Promise<void> {
    for (const { queue, ...counts } of await queueCounts(this.service, this.db)) {
      for (const state of QUEUE_STATES) metrics.queued.set({ service: this.service, queue, state }, counts[state]);
    }
  }
}

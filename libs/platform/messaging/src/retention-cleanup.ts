import { Logger } from '@nestjs/common';
import { deleteReplayed } from './inbox/dead-letters.js';
import { deleteHandled } from './inbox/inbox-rows.js';
import { deletePublished } from './outbox/outbox-rows.js';
import type { ServiceMessaging } from './service-messaging.js';
import { INBOX_KEPT_MS, OUTBOX_KEPT_MS, REPLAYED_KEPT_MS } from './topics.js';

const INTERVAL_MS = 10 * 60 * 1000;
const BATCH = 1_000;

/** Deletes rows whose retention has passed, in small batches so that nothing waits for it. */
export class RetentionCleanup {
  private readonly logger = new Logger(RetentionCleanup.name);
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private stopping = false;

  /** @param now the clock */
  constructor(
    private readonly services: readonly ServiceMessaging[],
    private readonly now: () => Date = () => new Date(),
  ) {}

  start(): void {
    this.timer = setInterval(() => {
      this.running ??= this.trimAll().finally(() => (this.running = undefined));
    }, INTERVAL_MS).unref();
  }

  /** Stops and waits for the batch in progress. */
  async stop(): Promise<void> {
    this.stopping = true;
    clearInterval(this.timer);
    await this.running;
  }

  /** Deletes all rows that are old enough. Returns how many. */
  async trim({ database }: ServiceMessaging): Promise<number> {
    const before = (keptMs: number) => new Date(this.now().getTime() - keptMs);
    return (
      (await this.inBatches(() => deletePublished(database, before(OUTBOX_KEPT_MS), BATCH))) +
      (await this.inBatches(() => deleteHandled(database, before(INBOX_KEPT_MS), BATCH))) +
      (await this.inBatches(() => deleteReplayed(database, before(REPLAYED_KEPT_MS), BATCH)))
    );
  }

  private async trimAll(): Promise<void> {
    for (const messaging of this.services) {
      try {
        await this.trim(messaging);
      } catch (error) {
        this.logger.warn(`cannot delete old events of ${messaging.service}: ${String(error)}`);
      }
    }
  }

  private async inBatches(remove: () => Promise<number>): Promise<number> {
    let total = 0;
    for (let removed = BATCH; removed === BATCH && !this.stopping; total += removed) removed = await remove();
    return total;
  }
}

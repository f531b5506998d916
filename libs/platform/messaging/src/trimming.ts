import { Logger } from '@nestjs/common';
import { deleteHandled } from './inbox/inbox-rows.js';
import { deletePublished } from './outbox/outbox-rows.js';
import type { ServiceMessaging } from './service-messaging.js';
import { INBOX_KEPT_MS, OUTBOX_KEPT_MS } from './topics.js';

const INTERVAL_MS = 10 * 60 * 1000;
const BATCH = 1_000;

/** Removes rows that nothing can ask for any more, a few at a time so that nobody waits for it. */
export class Trimming {
  private readonly logger = new Logger(Trimming.name);
  private timer: NodeJS.Timeout | undefined;

  /** @param now the clock */
  constructor(
    private readonly services: readonly ServiceMessaging[],
    private readonly now: () => Date = () => new Date(),
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.trimAll(), INTERVAL_MS).unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  /** Removes everything that is old enough. Returns how many rows. */
  async trim({ database }: ServiceMessaging): Promise<number> {
    const now = this.now().getTime();
    const outboxLimit = new Date(now - OUTBOX_KEPT_MS);
    const inboxLimit = new Date(now - INBOX_KEPT_MS);
    return (
      (await inBatches(() => deletePublished(database, outboxLimit, BATCH))) +
      (await inBatches(() => deleteHandled(database, inboxLimit, BATCH)))
    );
  }

  private async trimAll(): Promise<void> {
    for (const messaging of this.services) {
      try {
        await this.trim(messaging);
      } catch (error) {
        this.logger.warn(`cannot trim the events of ${messaging.service}: ${String(error)}`);
      }
    }
  }
}

async function inBatches(remove: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let removed = BATCH; removed === BATCH; total += removed) removed = await remove();
  return total;
}

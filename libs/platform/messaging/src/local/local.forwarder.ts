import type { Signal } from '@hearth/data';
import pLimit from 'p-limit';
import type { Outcome } from '../inbox/inbox.js';
import { metrics } from '../metrics.js';
import type { Forwarder } from '../outbox/forwarder.js';
import { orderingKeyOf, markPublished, unpublishedRows, type OutboxRow } from '../outbox/outbox-rows.js';
import type { ServiceMessaging } from '../service-messaging.js';

const BATCH = 200;
/** Keys handled at the same time; each needs a connection of the handling service. */
const LANES = 4;
/** Limit of the lanes that run or are delayed: with a thousand failing keys, the others wait as well. */
const MOST_LANES = 1_000;
const RECOVERY_MS = 250;

/**
 * Delivers a service's events within the process: in order per key, several keys at a time. A retry delays only its own key. A row counts
 * as published when every handler has finished with it.
 */
export class LocalForwarder implements Forwarder {
  /** Lanes whose rows are running or delayed. */
  private readonly lanes = new Map<string, NodeJS.Timeout | undefined>();
  private readonly limit = pLimit(LANES);
  private readonly working = new Set<Promise<void>>();
  private signal: Signal | undefined;
  private stopping = false;

  constructor(
    private readonly messaging: ServiceMessaging,
    private readonly deliver: (row: OutboxRow) => Promise<Outcome>,
  ) {}

  start(signal: Signal): void {
    this.signal = signal;
  }

  async step(): Promise<boolean> {
    // The limit is reached; a lane that ends raises the signal for more.
    if (this.limit.pendingCount > 0 || this.lanes.size >= MOST_LANES) return false;
    const rows = await unpublishedRows(this.messaging.database, BATCH, [...this.lanes.keys()]);
    for (const [lane, events] of Map.groupBy(rows, orderingKeyOf)) {
      this.lanes.set(lane, undefined);
      const work = this.limit(() => this.work(lane, events)).finally(() => this.working.delete(work));
      this.working.add(work);
    }
    return false;
  }

  answers(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    for (const timer of this.lanes.values()) clearTimeout(timer);
    await Promise.all(this.working);
  }

  private async work(lane: string, rows: readonly OutboxRow[]): Promise<void> {
    let heldMs = 0;
    for (const row of rows) {
      if (this.stopping) break;
      heldMs = await this.finish(row);
      if (heldMs > 0) break;
    }
    const release = () => {
      this.lanes.delete(lane);
      this.signal?.raise();
    };
    if (heldMs > 0 && !this.stopping) this.lanes.set(lane, setTimeout(release, heldMs));
    else release();
  }

  /** Delivers a row. Returns 0 when it is published, otherwise the delay in milliseconds before the next attempt. */
  private async finish(row: OutboxRow): Promise<number> {
    const { database, service } = this.messaging;
    const outcome = await this.deliver(row);
    if (!outcome.finished) return outcome.retryAfterMs;
    try {
      await markPublished(database, [row.id]);
    } catch {
      return RECOVERY_MS;
    }
    metrics.published.inc({ service });
    return 0;
  }
}

import pLimit from 'p-limit';
import type { Bell } from '../bell.js';
import type { Outcome } from '../inbox/inbox.js';
import { metrics } from '../metrics.js';
import type { Forwarder } from '../outbox/forwarder.js';
import { laneOf, markPublished, unpublishedRows, type OutboxRow } from '../outbox/outbox-rows.js';
import type { ServiceMessaging } from '../service-messaging.js';

const BATCH = 200;
/** Keys handled at the same time; each needs a connection of the handling service. */
const LANES = 4;
/** Lanes that may be under way or held at once: with a thousand keys failing, the others wait as well. */
const MOST_LANES = 1_000;
const RECOVERY_MS = 250;

/**
 * Delivers a service's events within the process: key by key in order, several keys at a time. An event that must be tried again holds
 * its own key only. A row is published when every handler has finished with it.
 */
export class LocalForwarder implements Forwarder {
  /** Lanes whose rows are under way or held. */
  private readonly lanes = new Map<string, NodeJS.Timeout | undefined>();
  private readonly limit = pLimit(LANES);
  private readonly working = new Set<Promise<void>>();
  private bell: Bell | undefined;
  private stopping = false;

  constructor(
    private readonly messaging: ServiceMessaging,
    private readonly deliver: (row: OutboxRow) => Promise<Outcome>,
  ) {}

  start(bell: Bell): void {
    this.bell = bell;
  }

  async step(): Promise<boolean> {
    // Enough is queued or held; a lane that ends rings for more.
    if (this.limit.pendingCount > 0 || this.lanes.size >= MOST_LANES) return false;
    const rows = await unpublishedRows(this.messaging.database, BATCH, [...this.lanes.keys()]);
    for (const [lane, events] of Map.groupBy(rows, laneOf)) {
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
      this.bell?.ring();
    };
    if (heldMs > 0 && !this.stopping) this.lanes.set(lane, setTimeout(release, heldMs));
    else release();
  }

  /** Returns 0 when the row is published, else after how many milliseconds its lane goes on. */
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

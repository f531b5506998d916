import type { Signal } from '@hearth/data';
import pLimit from 'p-limit';
import type { EventEnvelope } from '../event.js';
import type { Outcome } from '../inbox/inbox.js';
import { metrics } from '../metrics.js';
import type { Forwarder } from '../outbox/forwarder.js';
import { orderingKeyOf, markPublished, unpublishedRows, type OutboxRow } from '../outbox/outbox-rows.js';
import type { Reaction, ServiceMessaging } from '../service-messaging.js';

const BATCH = 200;
/** Keys handled at the same time; each needs a connection of the handling service. */
const LANES = 4;
/** Limit of the lanes that run or are delayed: with a thousand failing keys, the others wait as well. */
const MOST_LANES = 1_000;
const RECOVERY_MS = 250;

/** The reactions of this process. */
interface Receivers {
  /** Returns the reactions that each row is delivered to. */
  select(rows: readonly OutboxRow[]): Promise<readonly (readonly Reaction[])[]>;
  deliver(event: EventEnvelope, reactions: readonly Reaction[]): Promise<Outcome>;
}

interface DueRow {
  readonly row: OutboxRow;
  readonly reactions: readonly Reaction[];
}

/**
 * Delivers a service's events within the process: in order per key, several keys at a time. A retry delays only its own key. A row counts
 * as published when every handler has finished with it; rows without one are published together.
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
    private readonly receivers: Receivers,
  ) {}

  start(signal: Signal): void {
    this.signal = signal;
  }

  async step(): Promise<boolean> {
    // The limit is reached; a lane that ends raises the signal for more.
    if (this.limit.pendingCount > 0 || this.lanes.size >= MOST_LANES) return false;
    const rows = await unpublishedRows(this.messaging.database, BATCH, [...this.lanes.keys()]);
    const reactions = await this.receivers.select(rows);
    const due = rows.map((row, index): DueRow => ({ row, reactions: reactions[index]! }));
    const { delivered = [], skipped = [] } = Object.groupBy(due, (each) =>
      each.reactions.length > 0 ? 'delivered' : 'skipped',
    );
    await this.publish(skipped);
    for (const [lane, some] of Map.groupBy(delivered, ({ row }) => orderingKeyOf(row))) {
      this.lanes.set(lane, undefined);
      const work = this.limit(() => this.work(lane, some)).finally(() => this.working.delete(work));
      this.working.add(work);
    }
    // No lane ends for the skipped rows, which would raise the signal.
    return rows.length === BATCH && skipped.length > 0;
  }

  answers(): Promise<boolean> {
    return Promise.resolve(true);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    for (const timer of this.lanes.values()) clearTimeout(timer);
    await Promise.all(this.working);
  }

  private async work(lane: string, rows: readonly DueRow[]): Promise<void> {
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
  private async finish(due: DueRow): Promise<number> {
    const outcome = await this.receivers.deliver(due.row.event, due.reactions);
    if (!outcome.finished) return outcome.retryAfterMs;
    try {
      await this.publish([due]);
    } catch {
      return RECOVERY_MS;
    }
    return 0;
  }

  private async publish(rows: readonly DueRow[]): Promise<void> {
    if (rows.length === 0) return;
    const { database, service } = this.messaging;
    await markPublished(
      database,
      rows.map(({ row }) => row.id),
    );
    metrics.published.inc({ service }, rows.length);
  }
}

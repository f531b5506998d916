import { type z } from 'zod';
import type { EventContract, ServiceName } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { contextNow, type EventContext } from '../event.js';
import { MAX_EVENT_BYTES, storedBytes } from './event-size.js';
import { traceToStore } from './event-trace.js';
import { appendRows, type NewOutboxRow } from './outbox-rows.js';

/** An event to publish, with its data. */
export interface NewEvent<E extends EventContract = EventContract> {
  readonly event: E;
  readonly data: z.input<E['data']>;
  readonly context?: EventContext;
}

/**
 * Publishes a service's events: rows that are sent after their transaction commits. Append while the aggregate's row is locked: that keeps
 * the events of one key in order.
 */
export class Outbox {
  constructor(private readonly service: ServiceName) {}

  /**
   * Appends an event in the transaction of the change that it describes. Actor, correlation and causation are by default those of the
   * running work (`currentOrigin`).
   * @throws z.ZodError when `data` does not match the contract; Error for another service's event or one that is too large to send
   */
  async append<E extends EventContract>(
    tx: Tx,
    event: E,
    data: z.input<E['data']>,
    context?: EventContext,
  ): Promise<void> {
    await appendRows(tx, [this.row({ event, data, context })]);
  }

  /**
   * Appends many events in order, thousands of them with one statement.
   * @throws what `append` throws; then none is appended
   */
  async appendAll<E extends readonly EventContract[]>(
    tx: Tx,
    events: readonly [...{ [K in keyof E]: NewEvent<E[K]> }],
  ): Promise<void> {
    await appendRows(
      tx,
      events.map((each) => this.row(each)),
    );
  }

  private row({ event, data, context }: NewEvent): NewOutboxRow {
    if (event.owner !== this.service) throw new Error(`${this.service} cannot publish ${event.name}`);
    const parsed = event.data.parse(data);
    const row: NewOutboxRow = {
      topic: event.owner,
      type: event.name,
      key: event.key(parsed),
      json: JSON.stringify(parsed),
      ...contextNow(context),
      headers: traceToStore(),
    };
    const bytes = storedBytes(row);
    if (bytes > MAX_EVENT_BYTES)
      throw new Error(`${event.name}: ${bytes} bytes are too many, ${MAX_EVENT_BYTES} can be sent`);
    return row;
  }
}

import { type z } from 'zod';
import type { EventContract, ServiceName } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import type { EventContext } from '../event.js';
import { appendRow } from './outbox-rows.js';

/** Kafka's limit for a message is 1 MiB with headers; a larger event could never leave the outbox. */
const MAX_DATA_CHARACTERS = 900_000 / 4;

/** Where a service tells what happened: rows that leave after their transaction was committed, and only then. */
export class Outbox {
  constructor(private readonly service: ServiceName) {}

  /**
   * Appends an event in the transaction of the change that it tells of. Append while the aggregate's row is locked: that is what keeps
   * the events of one key in order.
   * @throws z.ZodError when `data` is not what the contract says; Error for another service's event or one too large to be sent
   */
  async append<E extends EventContract>(
    tx: Tx,
    event: E,
    data: z.input<E['data']>,
    context: EventContext = {},
  ): Promise<void> {
    if (event.owner !== this.service) throw new Error(`${this.service} cannot publish ${event.name}`);
    const parsed = event.data.parse(data);
    const json = JSON.stringify(parsed);
    if (json.length > MAX_DATA_CHARACTERS) throw new Error(`${event.name}: ${json.length} characters are too many`);
    await appendRow(tx, { topic: event.owner, type: event.name, key: event.key(parsed), json, ...context });
  }
}

import type { ServiceName } from '@hearth/contract-kit';
import type { Database, Tx } from '@hearth/data';
import { storedEvent, type EventColumns, type EventEnvelope } from '../event.js';
import { appendRows } from '../outbox/outbox-rows.js';
import { DEAD_LETTER_TOPIC } from '../topics.js';
import { reopen } from './inbox-rows.js';

/** An event that a handler gave up. */
export interface DeadLetter {
  readonly id: number;
  readonly event: EventEnvelope;
  /** Undefined for a message that was no event at all; such a one cannot be replayed. */
  readonly handler: string | undefined;
  readonly error: string;
  readonly attempts: number;
  readonly at: Date;
  readonly replayedAt: Date | undefined;
}

interface DeadLetterRow extends EventColumns {
  id: number;
  topic: ServiceName;
  event_time: Date;
  handler: string | null;
  error: string;
  attempts: number;
  at: Date;
  replayed_at: Date | null;
}

/** Stores a dead letter and appends its copy for the dead-letter topic. */
export async function buryEvent(
  tx: Tx,
  letter: { event: EventEnvelope; handler?: string; error: string; attempts: number },
): Promise<void> {
  const { event, handler, error, attempts } = letter;
  const json = JSON.stringify(event.data ?? null);
  await tx.prepared(
    `insert into dead_letters
       (event_id, topic, type, key, data, event_time, actor, correlation, causation, handler, error, attempts)
     values ($1, $2, $3, $4, $5::jsonb, $6, $7, $8, $9, $10, $11, $12)`,
    [
      event.id,
      event.source,
      event.type,
      event.key,
      json,
      event.time,
      event.actor ?? null,
      event.correlation ?? null,
      event.causation ?? null,
      handler ?? null,
      error,
      attempts,
    ],
  );
  await appendRows(tx, [
    {
      topic: DEAD_LETTER_TOPIC,
      type: event.type,
      key: event.key,
      json,
      eventId: event.id,
      actor: event.actor,
      correlation: event.correlation,
      causation: event.causation,
      headers: {
        ce_time: event.time.toISOString(),
        hearth_handler: handler ?? '',
        hearth_attempts: String(attempts),
        hearth_error: error.split('\n', 1)[0] ?? '',
      },
    },
  ]);
}

/** The events that a service's reactions gave up, and how to give them once more. */
export class DeadLetters {
  constructor(
    readonly service: ServiceName,
    private readonly database: Database,
  ) {}

  /** The oldest first; without `all` only those that were not replayed yet. */
  async list({ limit = 100, all = false }: { limit?: number; all?: boolean } = {}): Promise<DeadLetter[]> {
    const rows = await this.database.prepared<DeadLetterRow>(
      'select * from dead_letters where replayed_at is null or $2 order by id limit $1',
      [limit, all],
    );
    return rows.map(present);
  }

  /**
   * Gives open dead letters again to the handler that failed, and to no other. They keep their event ids.
   * @param ids which ones; all open ones without it
   * @returns how many
   */
  replay(ids?: readonly number[]): Promise<number> {
    return this.database.tx(async (tx) => {
      const rows = await tx.prepared<DeadLetterRow>(
        `update dead_letters set replayed_at = now()
         where replayed_at is null and handler is not null and ($1::bigint[] is null or id = any($1::bigint[]))
         returning *`,
        [ids ?? null],
      );
      for (const row of rows.sort((a, b) => a.id - b.id)) await this.replayOne(tx, present(row));
      return rows.length;
    });
  }

  private async replayOne(tx: Tx, { event, handler }: DeadLetter): Promise<void> {
    if (!handler) return;
    await reopen(tx, event.id, handler);
    await appendRows(tx, [
      {
        topic: event.source,
        type: event.type,
        key: event.key,
        json: JSON.stringify(event.data),
        eventId: event.id,
        onlyFor: `${this.service}/${handler}`,
        actor: event.actor,
        correlation: event.correlation,
        causation: event.causation,
        headers: { ce_time: event.time.toISOString() },
      },
    ]);
  }
}

function present(row: DeadLetterRow): DeadLetter {
  return {
    id: row.id,
    handler: row.handler ?? undefined,
    error: row.error,
    attempts: row.attempts,
    at: row.at,
    replayedAt: row.replayed_at ?? undefined,
    event: storedEvent(row, row.topic, row.event_time),
  };
}

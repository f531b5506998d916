import type { ServiceName } from '@hearth/contract-kit';
import type { Database, Db, Tx } from '@hearth/data';
import { storedEvent, type EventColumns, type EventEnvelope } from '../event.js';
import { appendRows } from '../outbox/outbox-rows.js';
import { DEAD_LETTER_TOPIC } from '../topics.js';
import { reopen } from './inbox-rows.js';

const REPLAYED_AT_ONCE = 200;
const MOST_LISTED = 1_000;
/** Counting stops here: beyond this the exact number does not matter. */
const MOST_COUNTED = 10_000;

/** An event whose attempts are used up in one handler. */
export interface DeadLetter {
  readonly id: number;
  readonly event: EventEnvelope;
  /** Undefined for a message that is not a valid event; such a message cannot be replayed. */
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
export async function storeDeadLetter(
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

/** Lists, replays and discards the dead letters of a service's reactions. */
export class DeadLetters {
  constructor(
    readonly service: ServiceName,
    private readonly database: Database,
  ) {}

  /**
   * Lists up to `limit` dead letters (1000 at most), the oldest first; without `all` only those that have not been replayed.
   * @param options.after the id of the last one that was read
   */
  async list({ limit = 100, all = false, after = 0 }: { limit?: number; all?: boolean; after?: number } = {}): Promise<
    DeadLetter[]
  > {
    const rows = await this.database.prepared<DeadLetterRow>(
      'select * from dead_letters where (replayed_at is null or $2) and id > $3 order by id limit $1',
      [Math.min(limit, MOST_LISTED), all, after],
    );
    return rows.map(present);
  }

  /**
   * Replays open dead letters to the handler that failed, and to no other. They keep their event ids.
   * @param ids dead letters to replay; all open ones by default
   * @param record is called with the ids of each batch, in its transaction
   * @returns the number of replayed dead letters
   */
  async replay(ids?: readonly number[], record?: (tx: Tx, ids: readonly number[]) => Promise<void>): Promise<number> {
    let total = 0;
    for (let after: number | undefined = 0; after !== undefined;) {
      const rows = await this.replaySome(ids, after, record);
      total += rows.length;
      after = rows.at(-1)?.id;
    }
    return total;
  }

  /**
   * Deletes an open dead letter: its event is never handled.
   * @param record is called in the transaction
   * @returns false when there is none
   */
  discard(id: number, record: (tx: Tx) => Promise<void>): Promise<boolean> {
    return this.database.tx(async (tx) => {
      const rows = await tx.prepared('delete from dead_letters where id = $1 and replayed_at is null returning id', [
        id,
      ]);
      if (rows.length > 0) await record(tx);
      return rows.length > 0;
    });
  }

  /** Replays a batch after an id, in one transaction; an empty result means that none are left. */
  private replaySome(
    ids: readonly number[] | undefined,
    after: number,
    record?: (tx: Tx, ids: readonly number[]) => Promise<void>,
  ): Promise<DeadLetterRow[]> {
    return this.database.tx(async (tx) => {
      const rows = await tx.prepared<DeadLetterRow>(
        `update dead_letters set replayed_at = now() where id in (
           select id from dead_letters
           where replayed_at is null and handler is not null and ($1::bigint[] is null or id = any($1::bigint[])) and id > $2
           order by id limit $3 for update
         ) returning *`,
        [ids ?? null, after, REPLAYED_AT_ONCE],
      );
      rows.sort((a, b) => a.id - b.id);
      for (const row of rows) await this.replayOne(tx, present(row));
      if (rows.length > 0)
        await record?.(
          tx,
          rows.map(({ id }) => id),
        );
      return rows;
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

/** Counts the dead letters that have not been replayed (up to 10 000), with the age of the oldest in seconds; 0 without one. */
export async function openLetters(db: Pick<Db, 'query'>): Promise<{ count: number; oldestSeconds: number }> {
  const [row] = await db.query<{ count: number; age: number | null }>(
    `select count(*) as count, extract(epoch from clock_timestamp() - min(at))::float8 as age
     from (select at from dead_letters where replayed_at is null order by id limit $1) as open`,
    [MOST_COUNTED],
  );
  return { count: row?.count ?? 0, oldestSeconds: row?.age ?? 0 };
}

/** Deletes up to `limit` dead letters that were replayed before `before`; open ones are kept. */
export async function deleteReplayed(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db.prepared(
    `delete from dead_letters where id in (
       select id from dead_letters where replayed_at < $1 order by replayed_at limit $2 for update skip locked
     ) returning id`,
    [before, limit],
  );
  return rows.length;
}

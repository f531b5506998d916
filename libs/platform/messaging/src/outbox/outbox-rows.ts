import type { Db, Tx } from '@hearth/data';
import { DEAD_LETTER_TOPIC, type Topic } from '../topics.js';
import { serviceNamed, storedEvent, type EventColumns, type EventContext, type EventEnvelope } from '../event.js';
import { traceFrom } from './event-trace.js';

/** An event to append; `json` is its data. */
export interface NewOutboxRow extends EventContext {
  topic: Topic;
  type: string;
  key: string;
  json: string;
  /** Only for an event that was published before: a dead letter or its replay. */
  eventId?: string;
  onlyFor?: string;
  /** Additional message headers. */
  headers?: Record<string, string>;
}

/** An event that waits to be published. */
export interface OutboxRow {
  readonly id: number;
  readonly topic: Topic;
  readonly event: EventEnvelope;
  readonly headers: Record<string, string>;
}

interface StoredRow extends EventColumns {
  id: number;
  topic: Topic;
  only_for: string | null;
  headers: Record<string, string> | null;
  created_at: Date;
}

/** Rows per INSERT: bounds the size of a statement, however many events a transaction publishes. */
const ROWS_AT_ONCE = 5_000;

const APPEND = `insert into outbox (event_id, topic, type, key, data, actor, correlation, causation, only_for, headers)
  select coalesce(event_id, gen_random_uuid()), topic, type, key, data::jsonb, actor, correlation, causation, only_for, headers::jsonb
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[])
    with ordinality as event (event_id, topic, type, key, data, actor, correlation, causation, only_for, headers, position)
  order by position`;

/** Inserts rows in order, many with one statement; the table's trigger wakes the relay after the commit. */
export async function appendRows(tx: Tx, rows: readonly NewOutboxRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
    const some = rows.slice(start, start + ROWS_AT_ONCE);
    const column = <Key extends keyof NewOutboxRow>(key: Key) => some.map((row) => row[key] ?? null);
    await tx.prepared(APPEND, [
      column('eventId'),
      column('topic'),
      column('type'),
      column('key'),
      column('json'),
      column('actor'),
      column('correlation'),
      column('causation'),
      column('onlyFor'),
      some.map(({ headers }) => (headers ? JSON.stringify(headers) : null)),
    ]);
  }
}

/**
 * Reads the oldest unpublished rows. There is no cursor by id: ids are assigned before the commit, so a lower one may become visible later.
 * @param laneNames lanes (`orderingKeyOf`) to leave out
 */
export async function unpublishedRows(db: Db, limit: number, laneNames: readonly string[] = []): Promise<OutboxRow[]> {
  const rows = await db.prepared<StoredRow>(
    `select id, event_id, topic, type, key, data, actor, correlation, causation, only_for, headers, created_at
     from outbox where published_at is null and (topic || '/' || key) <> all($2::text[])
     order by id limit $1`,
    [limit, laneNames],
  );
  return rows.map(present);
}

/** Age in seconds of the oldest unpublished row; 0 without one. */
export async function oldestAge(db: Pick<Db, 'query'>): Promise<number> {
  const [row] = await db.query<{ age: number }>(
    `select extract(epoch from clock_timestamp() - created_at)::float8 as age
     from outbox where published_at is null order by id limit 1`,
  );
  return row?.age ?? 0;
}

/**
 * Marks rows as published. Delivery is at least once, since the process may die between publishing and this statement. For the same reason
 * the commit does not wait for the disk: rows that a crash of PostgreSQL forgets are published again.
 */
export async function markPublished(db: Db, ids: readonly number[]): Promise<void> {
  await db.prepared(
    `update outbox set published_at = now() from set_config('synchronous_commit', 'off', true) where id = any($1::bigint[])`,
    [ids],
  );
}

/** Deletes up to `limit` rows that were published before `before`. Returns how many. */
export async function deletePublished(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db.prepared(
    `delete from outbox where id in (
       select id from outbox where published_at < $1 order by published_at limit $2 for update skip locked
     ) returning id`,
    [before, limit],
  );
  return rows.length;
}

/** Returns the ordering key of a row: its key within its topic. */
export function orderingKeyOf(row: OutboxRow): string {
  return `${row.topic}/${row.event.key}`;
}

function present(row: StoredRow): OutboxRow {
  const source = row.topic === DEAD_LETTER_TOPIC ? serviceNamed(row.type.split('.')[0]) : row.topic;
  if (!source) throw new Error(`outbox row ${row.id} has the type ${row.type}, which no service owns`);
  // A dead letter and its replay keep the time of the event.
  const time = row.headers?.['ce_time'] ? new Date(row.headers['ce_time']) : row.created_at;
  return {
    id: row.id,
    topic: row.topic,
    headers: row.headers ?? {},
    event: {
      ...storedEvent(row, source, time),
      onlyFor: row.only_for ?? undefined,
      trace: traceFrom(row.headers ?? {}),
    },
  };
}

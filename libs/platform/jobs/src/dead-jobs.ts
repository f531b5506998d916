import type { PgBoss } from 'pg-boss';
import type { ServiceName } from '@hearth/contract-kit';
import { jobSchemaName, type Database, type Row, type Tx } from '@hearth/data';
import { inTransaction, makeBoss, sharedPool } from './boss.js';
import { openEnvelope } from './envelope.js';
import { DEAD_QUEUE } from './job.js';

/** A job whose attempts are used up. */
export interface DeadJob {
  readonly id: string;
  /** The queue it came from: the job's name, with its storage if it is queued per storage. */
  readonly queue: string;
  readonly data: unknown;
  /** Deduplication key of a `unique` job. */
  readonly singletonKey: string | undefined;
  /** The error of the last attempt. */
  readonly error: { message: string; stack?: string };
  readonly attempts: number;
  /** Correlation id: the id of the request that caused the job. */
  readonly correlation: string | undefined;
  readonly at: Date;
  /** Position of this job in the list: the next page begins after it. */
  readonly cursor: string;
}

interface DeadJobRow extends Row {
  id: string;
  source_name: string;
  data: unknown;
  output: unknown;
  singleton_key: string | null;
  source_retry_count: number | null;
  created_on: Date;
  cursor: string;
}

/** Jobs replayed in one transaction. */
const AT_ONCE = 100;

/** Lists, replays and discards the dead-lettered jobs of a service. They are kept until then. */
export class DeadJobs {
  private readonly schema: string;

  constructor(
    service: ServiceName,
    private readonly database: Database,
    private readonly boss: PgBoss,
  ) {
    this.schema = jobSchemaName(service);
  }

  static of(service: ServiceName, database: Database): DeadJobs {
    return new DeadJobs(service, database, makeBoss(service, sharedPool(database)));
  }

  /**
   * Lists up to `limit` dead jobs, the oldest first.
   * @param options.after the `cursor` of the last job that was read
   */
  async list({ limit = 100, after }: { limit?: number; after?: string } = {}): Promise<DeadJob[]> {
    const [at, id] = after?.split(' ') ?? [];
    const rows = await this.database.prepared<DeadJobRow>(
      `select id, source_name, data, output, singleton_key, source_retry_count, created_on,
              to_char(created_on at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') || ' ' || id as cursor
       from ${this.schema}.job
       where name = '${DEAD_QUEUE}' and state < 'active' and not blocked
         and ($2::timestamptz is null or (created_on, id) > ($2::timestamptz, $3::uuid))
       order by created_on, id limit $1`,
      [limit, at ?? null, id ?? null],
    );
    return rows.map(present);
  }

  /**
   * Moves dead jobs back into their queues with all their attempts. A job whose queue no longer exists stays; a `unique` job is merged into the
   * waiting one with the same key.
   * @param ids jobs to replay; all of them by default
   * @param record is called with the ids of each batch, in its transaction
   * @returns the number of replayed jobs
   */
  async replay(ids?: readonly string[], record?: (tx: Tx, ids: readonly string[]) => Promise<void>): Promise<number> {
    let replayed = 0;
    for (;;) {
      const some = await this.database.tx((tx) => this.replaySome(tx, ids, record));
      replayed += some;
      if (some < AT_ONCE) return replayed;
    }
  }

  /**
   * Deletes a dead job: its work is never done.
   * @param record is called in the transaction
   * @returns false when there is none
   */
  discard(id: string, record: (tx: Tx) => Promise<void>): Promise<boolean> {
    return this.database.tx(async (tx) => {
      const rows = await tx.prepared(
        `delete from ${this.schema}.job
         where name = '${DEAD_QUEUE}' and id = $1::uuid and state < 'active' and not blocked returning id`,
        [id],
      );
      if (rows.length > 0) await record(tx);
      return rows.length > 0;
    });
  }

  private async replaySome(
    tx: Tx,
    ids: readonly string[] | undefined,
    record?: (tx: Tx, ids: readonly string[]) => Promise<void>,
  ): Promise<number> {
    const rows = await tx.prepared<DeadJobRow>(
      `delete from ${this.schema}.job j
       where j.name = '${DEAD_QUEUE}' and j.id in (
         select letter.id from ${this.schema}.job letter join ${this.schema}.queue q on q.name = letter.source_name
         where letter.name = '${DEAD_QUEUE}' and letter.state < 'active' and not letter.blocked
           and ($1::uuid[] is null or letter.id = any($1::uuid[]))
         order by letter.created_on, letter.id limit ${AT_ONCE} for update of letter skip locked
       )
       returning id, source_name, data, singleton_key, created_on`,
      [ids ?? null],
    );
    rows.sort((a, b) => a.created_on.getTime() - b.created_on.getTime());
    for (const { source_name: queue, data, singleton_key: singletonKey } of rows) {
      await this.boss.insert(queue, [{ data: onDemand(data), ...(singletonKey !== null && { singletonKey }) }], {
        db: inTransaction(tx),
      });
    }
    if (rows.length > 0)
      await record?.(
        tx,
        rows.map(({ id }) => id),
      );
    return rows.length;
  }
}

/** Removes the `scheduled` mark from a stored job, so that a replay runs whichever tick has been claimed since. */
function onDemand(stored: unknown): object {
  const { scheduled: _scheduled, ...envelope } = openEnvelope(stored);
  return envelope;
}

function present(row: DeadJobRow): DeadJob {
  const { data, correlation } = openEnvelope(row.data);
  return {
    id: row.id,
    queue: row.source_name,
    data,
    singletonKey: row.singleton_key ?? undefined,
    error: errorOf(row.output),
    attempts: (row.source_retry_count ?? 0) + 1,
    correlation,
    at: row.created_on,
    cursor: row.cursor,
  };
}

/** Unwraps an error: pg-boss puts its own errors into `value`. */
function errorOf(output: unknown): { message: string; stack?: string } {
  const error = ((output as { value?: unknown } | null)?.value ?? output) as {
    message?: string;
    stack?: string;
  } | null;
  return { message: error?.message ?? 'unknown', ...(error?.stack !== undefined && { stack: error.stack }) };
}

import type { PgBoss } from 'pg-boss';
import type { ServiceName } from '@hearth/contract-kit';
import { jobSchemaName, type Database, type Row, type Tx } from '@hearth/data';
import { inTransaction, makeBoss, sharedPool } from './boss.js';
import { openEnvelope } from './envelope.js';
import { DEAD_QUEUE } from './job.js';

/** A job whose attempts are used up. */
export interface DeadJob {
  readonly id: string;
  /** The queue it came from: the job's name, with its storage if it has one. */
  readonly queue: string;
  readonly data: unknown;
  /** What made it the same as another, for a `unique` job. */
  readonly singletonKey: string | undefined;
  /** What the last attempt failed with. */
  readonly error: { message: string; stack?: string };
  readonly attempts: number;
  /** Id of the request that it goes back to. */
  readonly correlation: string | undefined;
  readonly at: Date;
  /** Where a list goes on after this one. */
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

/** How many are replayed in one transaction. */
const AT_ONCE = 100;

/** The jobs of a service that were given up, and how to give them once more. They are kept until then. */
export class DeadJobs {
  private readonly schema: string;

  constructor(
    service: ServiceName,
    private readonly database: Database,
    private readonly boss: PgBoss,
  ) {
    this.schema = jobSchemaName(service);
  }

  /** For a program that neither works nor adds jobs. */
  static of(service: ServiceName, database: Database): DeadJobs {
    return new DeadJobs(service, database, makeBoss(service, sharedPool(database)));
  }

  /**
   * The oldest first, `limit` of them.
   * @param options.after the `cursor` of the last one that was read
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
   * Puts jobs back into their queues, with all their attempts; one whose queue is no more stays. A `unique` job is put to the one that waits
   * with its key, if there is one.
   * @param ids which ones; all of them without it
   * @returns how many
   */
  async replay(ids?: readonly string[]): Promise<number> {
    let replayed = 0;
    for (;;) {
      const some = await this.database.tx((tx) => this.replaySome(tx, ids));
      replayed += some;
      if (some < AT_ONCE) return replayed;
    }
  }

  private async replaySome(tx: Tx, ids: readonly string[] | undefined): Promise<number> {
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
    return rows.length;
  }
}

/** What the clock added runs now because somebody asks for it, whichever tick the clock has come to. */
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

/** pg-boss wraps what it says itself in `value`. */
function errorOf(output: unknown): { message: string; stack?: string } {
  const error = ((output as { value?: unknown } | null)?.value ?? output) as {
    message?: string;
    stack?: string;
  } | null;
  return { message: error?.message ?? 'unknown', ...(error?.stack !== undefined && { stack: error.stack }) };
}

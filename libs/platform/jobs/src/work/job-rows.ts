import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { ServiceName } from '@hearth/contract-kit';
import { jobSchemaName, storableText, type Database, type ListeningSession, type Row, type Tx } from '@hearth/data';
import { inTransaction } from '../boss.js';
import { INTERNAL_QUEUES } from '../queues.js';

/**
 * SQL condition: a run still owns its job, since the run that takes the job after it increments `retry_count`. Parameters: queue, job, number of
 * earlier runs.
 */
const OWN = `name = $1 and id = $2 and state = 'active' and retry_count = $3`;
/** A process sends a heartbeat for each running job every three seconds; without one for this long it counts as dead. */
const SILENT_AFTER = '9 seconds';
/** Longest wait for the next run of a job whose process was killed, however often it has failed. */
const LONGEST_WAIT_AFTER_DEATH = '1 second';
const ERROR_LENGTH = 4_000;

/** One run's claim on its job. */
export interface Hold {
  readonly queue: string;
  readonly id: string;
  /** Number of earlier runs of the job. */
  readonly runsBefore: number;
}

/** The next thing that a queue waits for. */
export interface Pending extends Row {
  readonly queue: string;
  /** The running job whose heartbeat is due; null for the first waiting job. */
  readonly job: string | null;
  /** Milliseconds until it is due; 0 or less when it is overdue. */
  readonly dueMs: number;
}

/**
 * Takes jobs and stores their results. A run whose job has meanwhile been taken by another run changes nothing: its process was considered
 * dead, or it exceeded its time limit.
 */
export class JobRows {
  private readonly table: string;

  constructor(
    service: ServiceName,
    private readonly database: Database,
    private readonly boss: PgBoss,
  ) {
    this.table = `${jobSchemaName(service)}.job`;
  }

  /** Takes up to `count` jobs of a queue. */
  take(queue: string, count: number): Promise<JobWithMetadata[]> {
    return this.boss.fetch<object>(queue, { batchSize: count, includeMetadata: true });
  }

  /** Stores a heartbeat. Returns false when the run has lost its job. */
  async beat({ queue, id, runsBefore }: Hold): Promise<boolean> {
    const rows = await this.database.prepared(
      `update ${this.table} set heartbeat_on = now() where ${OWN} returning 1`,
      [queue, id, runsBefore],
    );
    return rows.length > 0;
  }

  /** Marks the job as completed. Returns false when the run has lost its job. */
  complete(hold: Hold): Promise<boolean> {
    return this.settle(hold, (tx) => this.boss.complete(hold.queue, hold.id, undefined, { db: inTransaction(tx) }));
  }

  /** Completes the job, and adds it to another queue with the same data and key. Returns false when the run has lost its job. */
  moveTo(queue: string, hold: Hold, { data, singletonKey }: JobWithMetadata): Promise<boolean> {
    return this.settle(hold, async (tx) => {
      const db = inTransaction(tx);
      await this.boss.send(queue, data as object, { db, ...(singletonKey !== null && { singletonKey }) });
      await this.boss.complete(hold.queue, hold.id, undefined, { db });
    });
  }

  /** Fails the attempt: the job is retried later, or becomes a dead letter. Returns false when the run has lost its job. */
  fail(hold: Hold, error: unknown): Promise<boolean> {
    return this.settle(hold, (tx) => this.boss.fail(hold.queue, hold.id, storable(error), { db: inTransaction(tx) }));
  }

  /** Requeues the job at once without counting this run as an attempt. Returns false when the run has lost its job. */
  giveBack(hold: Hold): Promise<boolean> {
    return this.settle(hold, (tx) =>
      tx.prepared(
        `update ${this.table} set state = 'retry', started_on = null, heartbeat_on = null, start_after = now() where ${OWN}`,
        [hold.queue, hold.id, hold.runsBefore],
      ),
    );
  }

  /**
   * Fails the run of a dead process, so that a job which kills its process each time ends as a dead letter. The next run begins soon,
   * however often the job has failed.
   * @returns false when the process is alive, or the job has been taken by another run
   */
  failForTheDead(queue: string, job: string): Promise<boolean> {
    return this.database.tx(async (tx) => {
      const silent = await tx.prepared(
        `select 1 from ${this.table}
         where name = $1 and id = $2 and state = 'active' and heartbeat_on < now() - interval '${SILENT_AFTER}' for update`,
        [queue, job],
      );
      if (silent.length === 0) return false;
      await this.boss.fail(queue, job, { message: 'The process that ran the job is dead.' }, { db: inTransaction(tx) });
      await tx.prepared(
        `update ${this.table} set start_after = least(start_after, now() + interval '${LONGEST_WAIT_AFTER_DEATH}')
         where name = $1 and id = $2 and state = 'retry'`,
        [queue, job],
      );
      return true;
    });
  }

  /**
   * Returns for each of the queues when its first job is due, and for each running job of the service, in whatever process, when its
   * process counts as dead.
   */
  pending(session: ListeningSession, queues: readonly string[]): Promise<Pending[]> {
    return session.query<Pending>(
      `select name as queue, case when state = 'active' then id end as job,
         extract(epoch from min(case when state = 'active' then heartbeat_on + interval '${SILENT_AFTER}' else start_after end)
           - clock_timestamp())::float8 * 1000 as "dueMs"
       from ${this.table} where (state = 'active' and name <> all($2)) or (state < 'active' and not blocked and name = any($1))
       group by 1, 2`,
      [queues, INTERNAL_QUEUES],
    );
  }

  private settle({ queue, id, runsBefore }: Hold, write: (tx: Tx) => Promise<unknown>): Promise<boolean> {
    return this.database.tx(async (tx) => {
      const rows = await tx.prepared(`select 1 from ${this.table} where ${OWN} for update`, [queue, id, runsBefore]);
      if (rows.length > 0) await write(tx);
      return rows.length > 0;
    });
  }
}

/** Converts an error for storage: bounded, and without text that PostgreSQL's JSON cannot store. */
function storable(error: unknown): { message: string; stack?: string } {
  const text = (value: string) => storableText(value, ERROR_LENGTH);
  if (!(error instanceof Error)) return { message: text(String(error)) };
  return { message: text(error.message), ...(error.stack !== undefined && { stack: text(error.stack) }) };
}

import type { JobWithMetadata, PgBoss } from 'pg-boss';
import type { ServiceName } from '@hearth/contract-kit';
import { jobSchemaName, storableText, type Database, type Db, type Tx } from '@hearth/data';
import { inTransaction } from '../boss.js';
import type { HeldJob, HeldJobs } from './held-jobs.js';

/** Says that a run still has its job: whoever takes the job after it counts one up. Parameters: queue, job, count of runs before. */
const OWN = `name = $1 and id = $2 and state = 'active' and retry_count = $3`;
/** A job whose process was killed waits no longer than this, however often it has failed. */
const LONGEST_WAIT_AFTER_DEATH = '3 seconds';
const ERROR_LENGTH = 4_000;

/** One run's hold on its job. */
export interface Hold {
  readonly queue: string;
  readonly id: string;
  /** How often the job had been run before. */
  readonly runsBefore: number;
}

/**
 * Takes jobs, and says what became of them. A run whose job was given to another meanwhile changes nothing any more: its process was thought
 * dead, or took too long.
 */
export class JobRows {
  private readonly table: string;

  constructor(
    service: ServiceName,
    private readonly database: Database,
    private readonly boss: PgBoss,
    private readonly held: HeldJobs,
    private readonly instance: number,
  ) {
    this.table = `${jobSchemaName(service)}.job`;
  }

  /** Takes up to `count` jobs; they are held with the same commit, so that none is ever run by nobody known. */
  take(queue: string, count: number): Promise<JobWithMetadata[]> {
    return this.database.tx(async (tx) => {
      const options = { batchSize: count, includeMetadata: true, db: inTransaction(tx) } as const;
      const jobs = await this.boss.fetch<object>(queue, options);
      const ids = jobs.map(({ id }) => id);
      if (ids.length > 0) await this.held.take(tx, ids, queue, this.instance);
      return jobs;
    });
  }

  /** Says that the run goes on. False when it has lost its job. */
  async beat({ queue, id, runsBefore }: Hold): Promise<boolean> {
    const rows = await this.database.prepared(
      `update ${this.table} set heartbeat_on = now() where ${OWN} returning 1`,
      [queue, id, runsBefore],
    );
    return rows.length > 0;
  }

  /** False when the run has lost its job. */
  complete(hold: Hold): Promise<boolean> {
    return this.settle(hold, (tx) => this.boss.complete(hold.queue, hold.id, undefined, { db: inTransaction(tx) }));
  }

  /** Counts as an attempt: the job runs again later, or is a dead letter. False when the run has lost its job. */
  fail(hold: Hold, error: unknown): Promise<boolean> {
    return this.settle(hold, (tx) => this.boss.fail(hold.queue, hold.id, storable(error), { db: inTransaction(tx) }));
  }

  /** For anybody to run at once, as if this run had never been. False when the run has lost its job. */
  giveBack(hold: Hold): Promise<boolean> {
    return this.settle(hold, (tx) =>
      tx.prepared(
        `update ${this.table} set state = 'retry', started_on = null, heartbeat_on = null, start_after = now() where ${OWN}`,
        [hold.queue, hold.id, hold.runsBefore],
      ),
    );
  }

  /**
   * Fails the run of an instance that is dead: a job that kills its process each time must end as a dead letter. Where pg-boss missed the
   * run's heartbeats and did so before, what is left is to let the next run begin soon.
   * @returns false when there is nothing to run again
   */
  failForTheDead(orphan: HeldJob): Promise<boolean> {
    return this.database.tx(async (tx) => {
      if (!(await this.held.takeFromTheDead(tx, orphan))) return false;
      const values = [orphan.queue, orphan.job];
      const running = await tx.prepared(
        `select 1 from ${this.table} where name = $1 and id = $2 and state = 'active' for update`,
        values,
      );
      if (running.length > 0) {
        const error = { message: 'The process that ran the job is dead.' };
        await this.boss.fail(orphan.queue, orphan.job, error, { db: inTransaction(tx) });
      }
      const waiting = await tx.prepared(
        `update ${this.table} set start_after = least(start_after, now() + interval '${LONGEST_WAIT_AFTER_DEATH}')
         where name = $1 and id = $2 and state = 'retry' returning 1`,
        values,
      );
      return running.length + waiting.length > 0;
    });
  }

  /** The jobs of instances that are dead, or have lost their connection. */
  orphans(db: Db = this.database): Promise<HeldJob[]> {
    return this.held.ofDeadInstances(db);
  }

  private settle({ queue, id, runsBefore }: Hold, write: (tx: Tx) => Promise<unknown>): Promise<boolean> {
    return this.database.tx(async (tx) => {
      await this.held.drop(tx, id, this.instance);
      const rows = await tx.prepared(`select 1 from ${this.table} where ${OWN} for update`, [queue, id, runsBefore]);
      if (rows.length > 0) await write(tx);
      return rows.length > 0;
    });
  }
}

/** What is kept of an error: bounded, and without what JSON in PostgreSQL cannot hold. */
function storable(error: unknown): { message: string; stack?: string } {
  const text = (value: string) => storableText(value, ERROR_LENGTH);
  if (!(error instanceof Error)) return { message: text(String(error)) };
  return { message: text(error.message), ...(error.stack !== undefined && { stack: text(error.stack) }) };
}

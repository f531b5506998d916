import { jobSchemaName, type Db, type Row, type Tx } from '@hearth/data';
import type { ServiceName } from '@hearth/contract-kit';

/** First half of the advisory lock that each instance holds while it lives; the second is the instance's number. */
export const INSTANCE_LOCK = 1_212_370_261;

/** A job that an instance took and that nobody finished. */
export interface HeldJob extends Row {
  job: string;
  queue: string;
  instance: number;
}

/** Which instance runs which job, so that what a dead one held is known at once and not only by its missing heartbeats. */
export class HeldJobs {
  private readonly table: string;

  constructor(service: ServiceName) {
    this.table = `${jobSchemaName(service)}.held_jobs`;
  }

  /** The statement that makes the table, for the migration. */
  static creation(service: ServiceName): string {
    return `create table if not exists ${jobSchemaName(service)}.held_jobs (
      job uuid primary key, queue text not null, instance integer not null
    )`;
  }

  async take(tx: Tx, jobs: readonly string[], queue: string, instance: number): Promise<void> {
    await tx.prepared(
      `insert into ${this.table} (job, queue, instance) select unnest($1::uuid[]), $2, $3
       on conflict (job) do update set instance = excluded.instance`,
      [jobs, queue, instance],
    );
  }

  async drop(db: Db, job: string, instance: number): Promise<void> {
    await db.prepared(`delete from ${this.table} where job = $1 and instance = $2`, [job, instance]);
  }

  /** What is held by instances whose lock is gone: their connection ended, and so most likely did they. */
  ofDeadInstances(db: Db): Promise<HeldJob[]> {
    return db.prepared<HeldJob>(`select job, queue, instance from ${this.table} h where ${LOCK_IS_FREE}`, [
      INSTANCE_LOCK,
    ]);
  }

  /** Takes the row away from an instance that is dead still; false when another process was first, or the instance is back. */
  async takeFromTheDead(tx: Tx, { job, instance }: HeldJob): Promise<boolean> {
    const rows = await tx.prepared(
      `delete from ${this.table} h where h.job = $2 and h.instance = $3 and ${LOCK_IS_FREE} returning 1`,
      [INSTANCE_LOCK, job, instance],
    );
    return rows.length > 0;
  }
}

const LOCK_IS_FREE = `not exists (
  select from pg_locks l
  where l.locktype = 'advisory' and l.classid = $1 and l.objid = h.instance and l.objsubid = 2 and l.granted
    and l.database = (select oid from pg_database where datname = current_database())
)`;

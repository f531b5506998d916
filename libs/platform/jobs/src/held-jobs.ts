import { jobSchemaName, type Db, type Row } from '@hearth/data';
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

  constructor(
    service: ServiceName,
    private readonly db: Db,
  ) {
    this.table = `${jobSchemaName(service)}.held_jobs`;
  }

  /** The statement that makes the table, for the migration. */
  static creation(service: ServiceName): string {
    return `create table if not exists ${jobSchemaName(service)}.held_jobs (
      job uuid primary key, queue text not null, instance integer not null
    )`;
  }

  async take(held: HeldJob): Promise<void> {
    await this.db.prepared(
      `insert into ${this.table} (job, queue, instance) values ($1, $2, $3)
       on conflict (job) do update set instance = excluded.instance`,
      [held.job, held.queue, held.instance],
    );
  }

  async drop({ job, instance }: HeldJob): Promise<void> {
    await this.db.prepared(`delete from ${this.table} where job = $1 and instance = $2`, [job, instance]);
  }

  /** What is held by instances whose lock is gone: their connection ended, and so most likely did they. */
  ofDeadInstances(): Promise<HeldJob[]> {
    return this.db.prepared<HeldJob>(
      `select job, queue, instance from ${this.table} h
       where not exists (
         select from pg_locks l
         where l.locktype = 'advisory' and l.classid = $1 and l.objid = h.instance and l.objsubid = 2 and l.granted
           and l.database = (select oid from pg_database where datname = current_database())
       )`,
      [INSTANCE_LOCK],
    );
  }
}

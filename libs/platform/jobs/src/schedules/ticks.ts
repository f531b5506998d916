import type { ServiceName } from '@hearth/contract-kit';
import { jobSchemaName, type Db } from '@hearth/data';
import { lastTick, type Schedule } from './cron.js';

/**
 * Stores the last claimed tick of each scheduled queue. pg-boss adds a job at least once per tick: twice when a process dies before it has
 * recorded the tick, or when its clock crosses a minute meanwhile.
 */
export class Ticks {
  private readonly table: string;
  private readonly jobTable: string;

  constructor(
    service: ServiceName,
    private readonly db: Db,
  ) {
    this.table = `${jobSchemaName(service)}.ticks`;
    this.jobTable = `${jobSchemaName(service)}.job`;
  }

  /** The `create table` statement, for the migration. */
  static creation(service: ServiceName): string {
    return `create table if not exists ${jobSchemaName(service)}.ticks (
      queue text primary key, tick timestamptz not null, job uuid not null
    )`;
  }

  /**
   * Claims the tick for a job that was added by a schedule. Returns false when another job has claimed it, or when a later tick's job has
   * run or waits: ticks that piled up while the queue was not worked run once.
   */
  async claim(entry: { id: string; queue: string; createdOn: Date }, schedule: Schedule): Promise<boolean> {
    if (await this.laterOneWaits(entry)) return false;
    const rows = await this.db.prepared(
      `insert into ${this.table} as t (queue, tick, job) values ($1, $2, $3)
       on conflict (queue) do update set tick = excluded.tick, job = excluded.job
       where t.tick < excluded.tick or t.job = excluded.job
       returning 1`,
      [entry.queue, lastTick(schedule, entry.createdOn), entry.id],
    );
    return rows.length > 0;
  }

  private async laterOneWaits({ id, queue }: { id: string; queue: string }): Promise<boolean> {
    const rows = await this.db.prepared(
      `select 1 from ${this.jobTable} later
       where later.name = $1 and later.state < 'active' and later.data @> '{"scheduled": true}'
         and later.created_on > (select created_on from ${this.jobTable} where name = $1 and id = $2)
       limit 1`,
      [queue, id],
    );
    return rows.length > 0;
  }
}

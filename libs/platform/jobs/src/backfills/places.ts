import type { ServiceName } from '@hearth/contract-kit';
import { jobSchemaName, type Db, type Tx } from '@hearth/data';
import type { BackfillDefinition } from './backfill.js';

/** The keys of one batch: above `after`, up to and with `upTo`. */
export interface KeyRange {
  readonly after: number;
  readonly upTo: number;
}

/** Places that the backfills of a service have reached, in a table of its job schema. */
export class BackfillPlaces {
  private readonly table: string;

  constructor(service: ServiceName) {
    this.table = `${jobSchemaName(service)}.backfills`;
  }

  /** The `create table` statement, for the migration. */
  static creation(service: ServiceName): string {
    return `create table if not exists ${jobSchemaName(service)}.backfills (
      name text primary key, place bigint not null default 0, changed bigint not null default 0,
      started_at timestamptz not null default now(), finished_at timestamptz
    )`;
  }

  async start(db: Db, { name }: BackfillDefinition): Promise<void> {
    await db.prepared(`insert into ${this.table} (name) values ($1) on conflict do nothing`, [name]);
  }

  /** Locks the place, so that no other run does the same batch. Returns undefined when the backfill has finished. */
  async lock(tx: Tx, { name }: BackfillDefinition): Promise<number | undefined> {
    const text = `select place from ${this.table} where name = $1 and finished_at is null for update`;
    const [row] = await tx.prepared<{ place: number }>(text, [name]);
    return row?.place;
  }

  /** Returns the next keys of the table, at most so many, and its last one; undefined at the end. */
  async next(
    tx: Tx,
    { table, key }: BackfillDefinition,
    after: number,
    most: number,
  ): Promise<(KeyRange & { last: number }) | undefined> {
    const [row] = await tx.prepared<{ up_to: number | null; last: number }>(
      `select max(${key}) as up_to, (select max(${key}) from ${table}) as last
       from (select ${key} from ${table} where ${key} > $1 order by ${key} limit $2) batch`,
      [after, most],
    );
    return row?.up_to == null ? undefined : { after, upTo: row.up_to, last: row.last };
  }

  async advance(tx: Tx, { name }: BackfillDefinition, place: number, changed: number): Promise<void> {
    const text = `update ${this.table} set place = $2, changed = changed + $3 where name = $1`;
    await tx.prepared(text, [name, place, changed]);
  }

  async finish(tx: Tx, { name }: BackfillDefinition): Promise<void> {
    await tx.prepared(`update ${this.table} set finished_at = now() where name = $1`, [name]);
  }
}

/** SQL that selects the names of finished backfills. */
export function finishedBackfills(service: ServiceName): string {
  return `select name from ${jobSchemaName(service)}.backfills where finished_at is not null`;
}

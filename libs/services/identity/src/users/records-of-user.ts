import type { Db, Row, Tx } from '@hearth/data';
import {
  countStatement,
  readPage,
  statement,
  type ListStatements,
  type Page,
  type PageRequest,
  type Sql,
} from '@hearth/http';

/** Statements of a list of one user's records: by id, from an index on (user_id, id). */
class RecordsOfUser implements ListStatements {
  /**
   * @param table with the columns `id` and `user_id`
   * @param columns of the table, which is called `r`
   */
  constructor(
    private readonly table: string,
    private readonly columns: string,
    private readonly userId: number,
    private readonly ends: Ending,
  ) {}

  page({ page, perPage, keyset }: PageRequest): Sql {
    const sort = keyset?.sort ?? 'asc';
    return statement((parameter) => {
      const ofUser = this.ofUser(parameter);
      const isAfter = keyset?.after == null ? '' : ` and r.id ${sort === 'asc' ? '>' : '<'} ${parameter(keyset.after)}`;
      const rows = `limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`;
      return `select ${this.columns} ${ofUser}${isAfter} order by r.id ${sort} ${rows}`;
    });
  }

  count(most: number): Sql {
    return countStatement((parameter) => this.ofUser(parameter), most);
  }

  private ofUser(parameter: (value: unknown) => string): string {
    const { column, now } = this.ends;
    const counts = column === undefined ? '' : ` and (r.${column} > ${parameter(now)}) is not false`;
    return `from ${this.table} r where r.user_id = ${parameter(this.userId)}${counts}`;
  }
}

/** Rows are expired when `column` is past; undefined: rows do not expire. */
interface Ending {
  readonly column: string | undefined;
  readonly now: Date | undefined;
}

/** SQL that is common to tables whose rows belong to one user each: keys and addresses. */
export abstract class RecordsOfUserStore<Found extends Row> {
  private readonly one: string;

  /**
   * @param table with the columns `id` and `user_id`
   * @param columns of the table, which is called `r`
   * @param endsAt column with the expiry of a row; undefined: rows do not expire, and callers pass no time
   */
  protected constructor(
    private readonly table: string,
    private readonly columns: string,
    private readonly endsAt?: string,
  ) {
    const counts = endsAt === undefined ? '' : ` and (r.${endsAt} > $3) is not false`;
    this.one = `select ${columns} from ${table} r where r.id = $1 and r.user_id = $2${counts}`;
  }

  page(db: Db, userId: number, request: PageRequest, now?: Date): Promise<Page<Found>> {
    const ends = { column: this.endsAt, now };
    return readPage(db, request, new RecordsOfUser(this.table, this.columns, userId, ends));
  }

  /** Finds a user's record; undefined also for the record of another user. */
  async find(db: Db, userId: number, id: number, now?: Date): Promise<Found | undefined> {
    const [found] = await db.prepared<Found>(this.one, now ? [id, userId, now] : [id, userId]);
    return found;
  }

  /** Finds and locks a user's record until the transaction ends. */
  async lock(tx: Tx, userId: number, id: number, now?: Date): Promise<Found | undefined> {
    const [found] = await tx.prepared<Found>(`${this.one} for update`, now ? [id, userId, now] : [id, userId]);
    return found;
  }

  async remove(tx: Tx, id: number): Promise<void> {
    await tx.prepared(`delete from ${this.table} where id = $1`, [id]);
  }
}

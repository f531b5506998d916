import { statement, type ListStatements, type PageRequest, type Sql } from '@hearth/http';

/** The statements of a list of what one user has: by id, from an index on (user_id, id). */
export class RecordsOfUser implements ListStatements {
  /**
   * @param table with the columns `id` and `user_id`
   * @param columns of the table, which is called `r`
   */
  constructor(
    private readonly table: string,
    private readonly columns: string,
    private readonly userId: number,
  ) {}

  page({ page, perPage, keyset }: PageRequest): Sql {
    const sort = keyset?.sort ?? 'asc';
    return statement((parameter) => {
      const ofUser = `from ${this.table} r where r.user_id = ${parameter(this.userId)}`;
      const isAfter = keyset?.after == null ? '' : ` and r.id ${sort === 'asc' ? '>' : '<'} ${parameter(keyset.after)}`;
      const rows = `limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`;
      return `select ${this.columns} ${ofUser}${isAfter} order by r.id ${sort} ${rows}`;
    });
  }

  count(most: number): Sql {
    return statement((parameter) => {
      const found = `select from ${this.table} r where r.user_id = ${parameter(this.userId)} limit ${most}`;
      return `select count(*) from (${found}) counted`;
    });
  }
}

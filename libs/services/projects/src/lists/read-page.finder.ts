import type { Db, Row } from '@hearth/data';
import type { PageRequest } from '@hearth/http';

/** A statement and the values of its parameters. */
export type Sql = [text: string, values: unknown[]];

/** The statements of one list. */
export interface ListStatements {
  /** The rows of one page; each with the number of all rows as `total`, where that costs nothing. */
  page(request: PageRequest): Sql;
  /** How many rows the list has, as `count`; counts no further than `most`. */
  count(most: number): Sql;
}

/** More rows than this are not counted. */
export const COUNT_LIMIT = 10_000;

/**
 * Reads one page of a list with at most two statements.
 * @returns its rows, and how many there are in all: undefined beyond 10 000 and with keyset pagination
 */
export async function readPage<R>(
  db: Db,
  request: PageRequest,
  list: ListStatements,
): Promise<{ records: R[]; total: number | undefined }> {
  const records = await db.query<R & Row & { total?: number | null }>(...list.page(request));
  if (request.keyset) return { records, total: undefined };
  const offset = (request.page - 1) * request.perPage;
  const isLast = records.length < request.perPage && (records.length > 0 || offset === 0);
  if (isLast) return { records, total: offset + records.length };
  const known = records[0]?.total;
  if (known != null) return { records, total: known > COUNT_LIMIT ? undefined : known };
  const [counted] = await db.query<{ count: number }>(...list.count(COUNT_LIMIT + 1));
  return { records, total: counted!.count > COUNT_LIMIT ? undefined : counted!.count };
}

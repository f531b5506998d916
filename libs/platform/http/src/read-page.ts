import type { Db, Row } from '@hearth/data';
import { Page, type PageRequest } from './results.js';

/** More rows than this are not counted: a list that is longer says neither its total nor its last page. */
export const COUNT_LIMIT = 10_000;

/** A statement and the values of its parameters. */
export type Sql = [text: string, values: unknown[]];

/** The statements of one list. */
export interface ListStatements {
  /** The rows of one page; each with the number of all rows as `total`, where that costs nothing. */
  page(request: PageRequest): Sql;
  /** How many rows the list has, as `count`; counts no further than `most`. */
  count(most: number): Sql;
}

/** Reads one page of a list with at most two statements. */
export async function readPage<R>(db: Db, request: PageRequest, list: ListStatements): Promise<Page<R>> {
  const rows = await db.query<R & Row & { total?: number | null }>(...list.page(request));
  if (request.keyset) return new Page(rows, request, undefined);
  const offset = (request.page - 1) * request.perPage;
  const isLast = rows.length < request.perPage && (rows.length > 0 || offset === 0);
  if (isLast) return new Page(rows, request, offset + rows.length);
  const total = rows[0]?.total ?? (await db.query<{ count: number }>(...list.count(COUNT_LIMIT + 1)))[0]!.count;
  return new Page(rows, request, total > COUNT_LIMIT ? undefined : total);
}

import { boundedCount, type Db, type Planning, type Row } from '@hearth/data';
import { Page, type PageRequest } from './results.js';

/** Rows are counted up to this number: a longer list has neither a total nor a last page. */
export const COUNT_LIMIT = 10_000;

/**
 * Numbers of rows of a searched list that are remembered for a minute: every text that may match is compared for a count, which costs ten times
 * as much as the page.
 */
const REMEMBERED_OF_SEARCHES = 1_000;

/** A statement and the values of its parameters. */
export type Sql = [text: string, values: unknown[]];

/**
 * Adds a value to a statement.
 * @returns its placeholder
 */
export type Parameter = (value: unknown) => string;

/** Builds a statement with its values: everything that varies between requests is a value, never text. */
export function statement(text: (parameter: Parameter) => string): Sql {
  const values: unknown[] = [];
  return [text((value) => `$${values.push(value)}`), values];
}

/** The statements of one list. */
export interface ListStatements {
  /** The rows of one page; each with the number of all rows as `total`, when that costs nothing. */
  page(request: PageRequest): Sql;
  /** Choice of the plan of a page; by default PostgreSQL decides itself. */
  readonly planning?: Planning;
  /** Whether the rows are found by a text. */
  readonly isSearched?: boolean;
  /** The number of rows as `count`, counted up to `most`. */
  count(most: number): Sql;
}

/** A list whose pages are parts of its rows in their order. */
export interface PlainList {
  readonly columns: string;
  /** SQL of the rows, from `from` on. */
  readonly rows: (parameter: Parameter) => string;
  readonly order: string;
}

/** Returns the statements of a plain list. */
export function plainList({ columns, rows, order }: PlainList): ListStatements {
  return {
    page: ({ page, perPage }) =>
      statement(
        (parameter) => `select ${columns} ${rows(parameter)}
          order by ${order} limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`,
      ),
    count: (most) => countStatement(rows, most),
  };
}

/** Builds the statement that counts rows up to `most`. @param rows SQL of the rows, from `from` on */
export function countStatement(rows: (parameter: Parameter) => string, most: number): Sql {
  return statement((parameter) => `select count(*) from (select ${rows(parameter)} limit ${most}) counted`);
}

/** Reads one page of a list with at most two statements. */
export async function readPage<R>(db: Db, request: PageRequest, list: ListStatements): Promise<Page<R>> {
  const rows = await db.prepared<R & Row & { total?: number | null }>(...list.page(request), list.planning);
  if (request.keyset) return new Page(rows, request, undefined);
  const offset = (request.page - 1) * request.perPage;
  const seen = offset + rows.length;
  const isLast = rows.length < request.perPage && (rows.length > 0 || offset === 0);
  if (isLast) return new Page(rows, request, seen);
  if (rows.length > 0 && seen > COUNT_LIMIT) return new Page(rows, request, undefined);
  const remembered = list.isSearched ? REMEMBERED_OF_SEARCHES : COUNT_LIMIT;
  const total = rows[0]?.total ?? (await boundedCount(db, COUNT_LIMIT, ...list.count(COUNT_LIMIT + 1), remembered));
  return new Page(rows, request, total !== undefined && total > COUNT_LIMIT ? undefined : total);
}

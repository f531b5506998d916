import type { PageRequest, Parameter } from '@hearth/http';

/**
 * Rows that are walked for each row up to the end of a page, and at most, in all projects side by side too: further pages, and those of
 * more projects, cost less by the index of texts.
 */
const WALKED = { each: 100, most: 5_000, inAll: 20_000 } as const;

/** Column of the records of a searched page: the number of all rows, where the index of texts has found them; null where they were walked. */
export const SEARCHED_TOTAL = '(select total from searched_total) as total';

/** A list of rows with a text, as SQL. */
export interface SearchedList {
  /** Alias of the listed row. */
  readonly row: string;
  readonly order: { readonly by: string; readonly sort: 'asc' | 'desc' };
  /** Number of the projects that are walked side by side, each up to the limit of all: the first rows of all may be in one. */
  readonly projects?: string | undefined;
  /** Query of the rows among which the text is searched, read in the order of the list from an index. @param first order and limit */
  among(first: string): string;
  /** Sources and conditions of the listed rows. @param walked subquery of rows in the order of the list, in place of the table */
  rows(walked?: string): string;
}

/**
 * SQL of named queries, the last of which is `chosen` (id), the rows of a page. A frequent word is soon found by walking the list in its order,
 * where an index of texts would have tens of thousands of rows compared and sorted; a rare one by that index, after a walk that is bounded.
 */
export function searchedPage(list: SearchedList, { page, perPage }: PageRequest, parameter: Parameter): string[] {
  const { row, order } = list;
  const inOrder = (of: string) => `order by ${of}.${order.by} ${order.sort}, ${of}.id ${order.sort}`;
  const end = `${parameter(page * perPage)}::int`;
  const columns = `${row}.id, ${row}.${order.by}`;
  const most = `least(${WALKED.each} * ${end}, ${WALKED.most})`;
  const inEach = list.projects && `least(${most}, ${WALKED.inAll} / greatest(${list.projects}, 1))`;
  const first = list.among(`${inOrder(row)} limit ${inEach ? '(select most from walk)' : most}`);
  return [
    // A walk that cannot reach the end of the page is left out.
    ...(inEach
      ? [
          `walk as materialized (select case when most >= ${end} then most else 0 end as most from (select ${inEach} as most) walk)`,
        ]
      : []),
    `walked as materialized (select ${columns} ${list.rows(`(${first}) ${row}`)} ${inOrder(row)} limit ${end})`,
    `searched as materialized (select ${columns} ${list.rows()})`,
    `searched_total as (select case when (select count(*) from walked) < ${end} then (select count(*)::int from searched) end as total)`,
    `chosen as (select id from (
      select * from walked where (select count(*) from walked) = ${end}
      union all select * from searched where (select count(*) from walked) < ${end}) found
      ${inOrder('found')} limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)})`,
  ];
}

import { COUNT_LIMIT, statement, type ListStatements, type PageRequest, type Parameter, type Sql } from '@hearth/http';
import type { Viewer } from '../projects/projects.store.js';
import { VisibleRows, type OwnRows, type Visible } from './visible-rows.finder.js';

/** Conditions of a list on a row, as SQL. */
export interface Conditions {
  /** An index finds few rows by each of these, such as the projects in a group. */
  readonly narrowing: readonly string[];
  /** An index of letters finds the rows by these. */
  readonly search: readonly string[];
  readonly filters: readonly string[];
}

/** A list of what a caller sees of a table with a visibility. */
export interface ListOfVisible {
  readonly viewer: Viewer;
  readonly visible: Visible;
  readonly own: (user: string) => OwnRows;
  readonly table: string;
  /** Alias of a row. */
  readonly row: string;
  readonly conditions: (parameter: Parameter) => Conditions;
  /** Column of the order; an index has it behind the visibility. */
  readonly key: string;
  readonly sort: 'asc' | 'desc';
  /** What is read of each row of a page: columns, and what they are joined from. */
  readonly record: (parameter: Parameter) => { columns: string; sources: string };
}

/**
 * The statements of such a list. Its rows are found in two ways. All rows of an open visibility are read in the order of the list from an index,
 * as far as the page goes. The caller's own rows of closed ones are found first (`found`) and sorted then; so is everything where a narrower
 * condition or a search finds the rows. The records of a page are looked up by an array of their ids: PostgreSQL expects few elements in one,
 * and keeps to indexes in the one plan of a prepared statement.
 */
export class VisibleList implements ListStatements {
  constructor(private readonly list: ListOfVisible) {}

  /** True where the caller cannot see a single row, whatever there is. */
  get isEmpty(): boolean {
    const { open, closed } = this.list.visible;
    return open.length + closed.length === 0;
  }

  /** The records of one page; with the number of all rows, but not behind a key. */
  page({ page, perPage, keyset }: PageRequest): Sql {
    const { table, row, key, sort, record } = this.list;
    return statement((parameter) => {
      const after = keyset?.after == null ? [] : [`${row}.id ${sort === 'asc' ? '>' : '<'} ${parameter(keyset.after)}`];
      const { named, rows } = this.sources(parameter, after);
      const offset = (page - 1) * perPage;
      const inOrder = (of: string, by = 'key') => `order by ${of}.${by} ${sort}, ${of}.id ${sort}`;
      const chosen = `select id from (${rows(() => `${inOrder(row, key)} limit ${parameter(offset + perPage)}`)}) visible
        ${inOrder('visible')} limit ${parameter(perPage)} offset ${parameter(offset)}`;
      const { columns, sources } = record(parameter);
      const total = keyset ? '' : `, (${countOf(rows, COUNT_LIMIT + 1)}) as total`;
      return `with ${[...named, `chosen as (${chosen})`].join(', ')}
        select ${columns}${total} from ${table} ${row} ${sources}
        where ${row}.id = any (array(select id from chosen)) ${inOrder(row, key)}`;
    });
  }

  count(most: number): Sql {
    return statement((parameter) => {
      const { named, rows } = this.sources(parameter, []);
      return `${named.length > 0 ? `with ${named.join(', ')} ` : ''}${countOf(rows, most)}`;
    });
  }

  /** @param after conditions by which a page of a keyset begins */
  private sources(parameter: Parameter, after: readonly string[]): Sources {
    const { viewer, visible, own, table, row, key, conditions } = this.list;
    const rows = new VisibleRows(viewer, visible, own, parameter);
    const { narrowing, search, filters } = conditions(parameter);
    const visibility = `${row}.visibility`;
    const isNarrow = narrowing.length > 0 || (search.length > 0 && visible.open.length > 0);
    const select = (...where: readonly string[]) =>
      `select ${row}.id, ${row}.${key} as key from ${table} ${row} where ${[...where, ...filters, ...after].join(' and ')}`;
    const found = (condition: string): Sources => ({
      named: [...rows.named, `found as materialized (${select(...narrowing, condition, ...search)})`],
      rows: () => 'select id, key from found',
    });
    if (isNarrow) return found(rows.areVisible(visibility));
    const parts = visible.closed.length > 0 ? [found(rows.areOwn(visibility))] : [];
    if (visible.open.length > 0) parts.push(inOrder(rows.open, select(`${visibility} = open.visibility`)));
    return {
      named: parts.flatMap(({ named }) => named),
      rows: (first) => parts.map((part) => part.rows(first)).join(' union all '),
    };
  }
}

/** Where the rows of a list come from. */
interface Sources {
  readonly named: readonly string[];
  /** SQL of the rows (id, key). @param first SQL that reads the first ones only, where the rows are not found already */
  readonly rows: (first: () => string) => string;
}

/** The first rows of each open visibility. */
function inOrder(open: string, rows: string): Sources {
  return {
    named: [],
    rows: (first) => `select each.id, each.key from unnest(${open}) as open (visibility)
      cross join lateral (${rows} ${first()}) each`,
  };
}

/** SQL that counts rows, and no more of them than `most`. */
function countOf(rows: Sources['rows'], most: number): string {
  return `select count(*) from (select from (${rows(() => `limit ${most}`)}) visible limit ${most}) counted`;
}

import type { Planning } from '@hearth/data';
import { COUNT_LIMIT, statement, type ListStatements, type PageRequest, type Parameter, type Sql } from '@hearth/http';
import type { ProjectsCaller } from './projects-caller.js';
import { VisibleRows, withNamed, type OwnRows, type Visible } from './visible-rows.finder.js';

/** Conditions of a list on a row, as SQL. */
export interface Conditions {
  /** Conditions by which an index finds few rows, such as the projects in a group. */
  readonly narrowing: readonly string[];
  /** Conditions by which a trigram index finds the rows. */
  readonly search: readonly string[];
  readonly filters: readonly string[];
}

/** List of the rows of a table with a visibility that a caller may see. */
export interface ListOfVisible {
  readonly caller: ProjectsCaller;
  readonly visible: Visible;
  readonly own: (user: string) => OwnRows;
  readonly table: string;
  /** Alias of a row. */
  readonly row: string;
  readonly conditions: (parameter: Parameter) => Conditions;
  /** Column of the order; an index has it behind the visibility. */
  readonly key: string;
  readonly sort: 'asc' | 'desc';
  /** SQL of the record of each row on a page: the columns, and the tables that they are joined from. */
  readonly record: (parameter: Parameter) => { columns: string; sources: string };
}

/**
 * Statements of such a list. Its rows are found in two ways. All rows of an open visibility are read from an index in the order of the list,
 * no further than the end of the page. The caller's own rows of closed visibilities are found first (`found`) and then sorted; so are all rows
 * where a narrower condition or a search finds them. The records of a page are looked up by an array of their ids: PostgreSQL expects few
 * elements in one, and keeps to indexes in the one plan of a prepared statement.
 */
export class VisibleList implements ListStatements {
  constructor(private readonly list: ListOfVisible) {}

  /** True where no row can be visible to the caller. */
  get isEmpty(): boolean {
    const { open, closed } = this.list.visible;
    return open.length + closed.length === 0;
  }

  /** Without a search or a narrower condition the plan is the same for all callers, and takes longer to find than to run (ADR 35). */
  get planning(): Planning {
    const { narrowing, search } = this.list.conditions(() => '');
    return narrowing.length + search.length > 0 ? 'auto' : 'once';
  }

  /** Records of one page, with the total number of rows except on keyset pages. */
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
      return `${withNamed([...named, `chosen as (${chosen})`])}
        select ${columns}${total} from ${table} ${row} ${sources}
        where ${row}.id = any (array(select id from chosen)) ${inOrder(row, key)}`;
    });
  }

  count(most: number): Sql {
    return statement((parameter) => {
      const { named, rows } = this.sources(parameter, []);
      return `${withNamed(named)}${countOf(rows, most)}`;
    });
  }

  /** @param after conditions by which a keyset page begins */
  private sources(parameter: Parameter, after: readonly string[]): Sources {
    const { caller, visible, own, table, row, key, conditions } = this.list;
    const rows = new VisibleRows(caller, visible, own, parameter);
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

/** Sources of the rows of a list. */
interface Sources {
  readonly named: readonly string[];
  /** SQL of the rows (id, key). @param first SQL that reads only the first rows, where they are not found already */
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

/** SQL that counts rows, up to `most`. */
function countOf(rows: Sources['rows'], most: number): string {
  return `select count(*) from (select from (${rows(() => `limit ${most}`)}) visible limit ${most}) counted`;
}

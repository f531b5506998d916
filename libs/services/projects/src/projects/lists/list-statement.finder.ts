import type { ListStatements, PageRequest, Sql } from '@hearth/http';
import { namespacesAndProjectsOf } from '../../members/members.store.js';
import { RECORD_COLUMNS, recordSources, type Viewer } from '../projects.store.js';
import { closedWalk } from './closed-walk.finder.js';
import { branchesFor, type Branches, type ProjectScope } from './list-branches.finder.js';
import { ORDER_COLUMNS, filterConditions, type Parameter, type ProjectFilters } from './list-filters.finder.js';

/** The statements of one list: a union of what the viewer may see of it, in its order. */
export class ListStatement implements ListStatements {
  private readonly values: unknown[] = [];
  private readonly user: string;
  private readonly branches: Branches;
  private readonly filters: string;

  constructor(
    viewer: Viewer,
    private readonly list: ProjectFilters,
    scope: ProjectScope | undefined,
  ) {
    const parameter: Parameter = (value) => `$${this.values.push(value)}`;
    this.user = `${parameter(viewer.id)}::bigint`;
    this.branches = branchesFor(viewer, list, scope, { parameter, user: this.user });
    this.filters = filterConditions(list, parameter)
      .map((condition) => ` and ${condition}`)
      .join('');
  }

  /** True when the viewer cannot see a single project of the list, whatever there is. */
  get isEmpty(): boolean {
    return this.all.length === 0;
  }

  /** The records of one page. */
  page({ page, perPage, keyset }: PageRequest): Sql {
    const values = [...this.values];
    const parameter: Parameter = (value) => `$${values.push(value)}`;
    const { sort, orderBy } = this.list;
    const column = ORDER_COLUMNS[orderBy];
    const after =
      keyset && keyset.after !== null ? ` and p.id ${sort === 'asc' ? '>' : '<'} ${parameter(keyset.after)}` : '';
    const offset = (page - 1) * perPage;
    const most = this.isWhole ? '' : parameter(offset + perPage);
    const queries = this.queries({ column, most, after });
    const total = this.isWhole ? ', count(*) over () as total' : queries.total;
    const text = `with ${[namespacesAndProjectsOf(this.user), ...queries.named].join(', ')},
      chosen as (select id, key${total} from (${queries.parts.join(' union all ')}) seen order by key ${sort}, id ${sort}
        limit ${parameter(perPage)} offset ${parameter(offset)})
      select ${RECORD_COLUMNS}${total && ', chosen.total'} from chosen
      join projects p on p.id = chosen.id ${recordSources(this.user)}
      order by chosen.key ${sort}, chosen.id ${sort}`;
    return [text, values];
  }

  /** How many projects the list has; counts no further than `most`. */
  count(most: number): Sql {
    const limit = `$${this.values.length + 1}`;
    // What a search finds is looked up once, not for each part.
    const { whole } = this.branches;
    const parts = this.list.search && whole ? [whole.many] : this.all;
    const rows = parts.map(
      (condition) => `(select 1 from projects p where ${condition}${this.filters} limit ${limit})`,
    );
    const text = `with ${namespacesAndProjectsOf(this.user)}
      select count(*) from (select 1 from (${rows.join(' union all ')}) each limit ${limit}) seen`;
    return [text, [...this.values, most]];
  }

  /** Conditions of all parts. */
  private get all(): string[] {
    return [...this.branches.open, ...this.branches.sets];
  }

  /** Whether all rows of the list are found for each page of it. */
  private get isWhole(): boolean {
    return this.branches.open.length === 0 && this.branches.closed.length === 0;
  }

  /**
   * SQL of what the parts are read by, and of the parts: `id` and `key`, of each as many as the page may need.
   * @param after SQL of where a page of a keyset begins
   */
  private queries({ column, most, after }: { column: string; most: string; after: string }): Queries {
    const { sort } = this.list;
    const { open, closed, sets, whole } = this.branches;
    // A search may find next to nothing or nearly everything; only what it finds tells.
    const search = this.list.search && whole ? searchFirst(whole.few, `${this.filters}${after}`, column) : undefined;
    const rest = `${this.filters}${after}${search ? ` and not ${search.areAll}` : ''}`;
    const found = (condition: string) => `select p.id, ${column} as key from projects p where ${condition}${rest}`;
    const first = (query: string, key: string, id: string) =>
      `(${query} order by ${key} ${sort}, ${id} ${sort} limit ${most})`;
    const ordered = open.map((condition) => first(found(condition), column, 'p.id'));
    // An offset keeps PostgreSQL from walking through the index of the order to find the few rows of a set.
    const set = (condition: string) => `(${found(condition)} offset 0)`;
    const named = search?.named ?? [];
    const total = search?.total ?? '';
    if (closed.length === 0) return { named, parts: [...(search?.parts ?? []), ...ordered, ...sets.map(set)], total };
    const ahead = ordered.length > 0 ? ordered.join(' union all ') : found('false');
    const conditions = closed.map((condition) => `${condition}${rest}`);
    const own = sets.map((condition) => set(`${condition} and not (select reaches.all from reaches)`));
    return {
      named: [
        ...named,
        `open as ${first(`select id, key from (${ahead}) ahead`, 'key', 'id')}`,
        closedWalk({ conditions, column, sort, most, user: this.user }),
      ],
      parts: [...(search?.parts ?? []), 'select id, key from open', 'select id, key from closed', ...own],
      total,
    };
  }
}

/** SQL of named queries, of queries of `id` and `key` that read them, and of how many rows those have, if they can tell. */
interface Queries {
  readonly named: readonly string[];
  readonly parts: readonly string[];
  readonly total: string;
}

/** So many rows that a search finds are looked at one by one. */
const FEW_FOUND = 500;

/**
 * What a search finds, if that is little: looked up once, whatever parts the list has.
 * @param isVisible SQL of whether a row `p` is in the list
 * @param filters SQL of the list's conditions, each with an `and` before it
 * @returns also SQL of whether that is all: then no other part has rows to add
 */
function searchFirst(isVisible: string, filters: string, column: string): Queries & { readonly areAll: string } {
  const areAll = '(select few.are_all from few)';
  return {
    named: [
      `matched as materialized (select p.id, ${column} as key, p.namespace_id, p.visibility from projects p
        where true${filters} limit ${FEW_FOUND + 1})`,
      `few as (select count(*) <= ${FEW_FOUND} as are_all from matched)`,
    ],
    parts: [`(select p.id, p.key from matched p where ${areAll} and ${isVisible})`],
    total: `, case when ${areAll} then count(*) over () end as total`,
    areAll,
  };
}

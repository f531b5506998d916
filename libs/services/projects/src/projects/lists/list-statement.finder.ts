import type { PageRequest } from '@hearth/http';
import type { ListStatements, Sql } from '../../lists/read-page.finder.js';
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
    const total = this.isWhole ? ', count(*) over () as total' : '';
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
    const rows = this.all.map(
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
  private queries({ column, most, after }: { column: string; most: string; after: string }) {
    const { sort } = this.list;
    const { open, closed, sets } = this.branches;
    const found = (condition: string) =>
      `select p.id, ${column} as key from projects p where ${condition}${this.filters}${after}`;
    const first = (query: string, key: string, id: string) =>
      `(${query} order by ${key} ${sort}, ${id} ${sort} limit ${most})`;
    const ordered = open.map((condition) => first(found(condition), column, 'p.id'));
    // An offset keeps PostgreSQL from walking through the index of the order to find the few rows of a set.
    const set = (condition: string) => `(${found(condition)} offset 0)`;
    if (closed.length === 0) return { named: [], parts: [...ordered, ...sets.map(set)] };
    const ahead = ordered.length > 0 ? ordered.join(' union all ') : found('false');
    const conditions = closed.map((condition) => `${condition}${this.filters}${after}`);
    const own = sets.map((condition) => set(`${condition} and not (select reaches.all from reaches)`));
    return {
      named: [
        `open as ${first(`select id, key from (${ahead}) ahead`, 'key', 'id')}`,
        closedWalk({ conditions, column, sort, most, user: this.user }),
      ],
      parts: ['select id, key from open', 'select id, key from closed', ...own],
    };
  }
}

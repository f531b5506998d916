import { COUNT_LIMIT, type ListStatements, type PageRequest, type Sql } from '@hearth/http';
import { namespacesAndProjectsOf } from '../../members/members.store.js';
import { RECORD_COLUMNS, recordSources, type Viewer } from '../projects.store.js';
import { closedWalk } from './closed-walk.finder.js';
import { branchesFor, type Branches, type ProjectScope } from './list-branches.finder.js';
import { searchedList, type Queries } from './searched-list.finder.js';
import { ORDER_COLUMNS, filterConditions, type Parameter, type ProjectFilters } from './list-filters.finder.js';

/** More rows than that are not found to read one page of them, where they can be read in the order of the list. */
const FEW = 500;

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
    const queries = this.queries({ column, most, after, isCounted: keyset === undefined });
    const total = this.isWhole ? ', count(*) over () as total' : queries.total && `, ${queries.total} as total`;
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
  private queries({ column, most, after, isCounted }: PageParts): Queries {
    const { sort } = this.list;
    const { open, closed, sets } = this.branches;
    const rest = `${this.filters}${after}`;
    if (this.list.search && !this.isWhole) {
      return searchedList({
        ...{ open, closed, own: sets, filters: rest, column, sort, most, user: this.user },
        atMost: isCounted ? COUNT_LIMIT : FEW,
      });
    }
    const found = (condition: string) => `select p.id, ${column} as key from projects p where ${condition}${rest}`;
    const first = (query: string, key: string, id: string) =>
      `(${query} order by ${key} ${sort}, ${id} ${sort} limit ${most})`;
    const ordered = open.map((condition) => first(found(condition), column, 'p.id'));
    // An offset keeps PostgreSQL from walking through the index of the order to find the few rows of a set.
    const set = (condition: string) => `(${found(condition)} offset 0)`;
    if (closed.length === 0) return { named: [], parts: [...ordered, ...sets.map(set)], total: '' };
    const ahead = ordered.length > 0 ? ordered.join(' union all ') : found('false');
    const conditions = closed.map((condition) => `${condition}${rest}`);
    const own = sets.map((condition) => set(`${condition} and not (select reaches.all from reaches)`));
    return {
      named: [
        `open as ${first(`select id, key from (${ahead}) ahead`, 'key', 'id')}`,
        closedWalk({ conditions, column, sort, most, user: this.user }),
      ],
      parts: ['select id, key from open', 'select id, key from closed', ...own],
      total: '',
    };
  }
}

/** What a page is read by, as SQL; where it is not counted, nobody asks how many rows there are. */
interface PageParts {
  readonly column: string;
  readonly most: string;
  readonly after: string;
  readonly isCounted: boolean;
}

import type { PageRequest } from '@hearth/http';
import type { ListStatements, Sql } from '../../lists/read-page.finder.js';
import { namespacesAndProjectsOf } from '../../members/members.store.js';
import { RECORD_COLUMNS, recordSources, type Viewer } from '../projects.store.js';
import { branchesFor, type Branch, type ProjectScope } from './list-branches.finder.js';
import { ORDER_COLUMNS, filterConditions, type Parameter, type ProjectFilters } from './list-filters.finder.js';

/** The statements of one list: a union of what the viewer may see of it, in its order. */
export class ListStatement implements ListStatements {
  private readonly values: unknown[] = [];
  private readonly user: string;
  private readonly branches: readonly Branch[];
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
    return this.branches.length === 0;
  }

  /** The records of one page. */
  page({ page, perPage, keyset }: PageRequest): Sql {
    const values = [...this.values];
    const parameter: Parameter = (value) => `$${values.push(value)}`;
    const { sort, orderBy } = this.list;
    const column = ORDER_COLUMNS[orderBy];
    const after =
      keyset && keyset.after !== null ? ` and p.id ${sort === 'asc' ? '>' : '<'} ${parameter(keyset.after)}` : '';
    const order = (key: string, id: string) => `order by ${key} ${sort}, ${id} ${sort}`;
    const offset = (page - 1) * perPage;
    const most = parameter(offset + perPage);
    const rows = this.branches.map(({ condition, read }) => {
      const found = `select p.id, ${column} as key from projects p where ${condition}${this.filters}${after}`;
      // An offset keeps PostgreSQL from walking through the index of the order to find the few rows of a set.
      return read === 'set'
        ? `(select id, key from (${found} offset 0) few ${order('key', 'id')} limit ${most})`
        : `(${found} ${order(column, 'p.id')} limit ${most})`;
    });
    const text = `with ${namespacesAndProjectsOf(this.user)},
      chosen as (select id, key from (${rows.join(' union all ')}) seen ${order('key', 'id')}
        limit ${parameter(perPage)} offset ${parameter(offset)})
      select ${RECORD_COLUMNS} from chosen join projects p on p.id = chosen.id ${recordSources(this.user)}
      ${order('chosen.key', 'chosen.id')}`;
    return [text, values];
  }

  /** How many projects the list has; counts no further than `most`. */
  count(most: number): Sql {
    const limit = `$${this.values.length + 1}`;
    const rows = this.branches.map(
      ({ condition }) => `(select 1 from projects p where ${condition}${this.filters} limit ${limit})`,
    );
    const text = `with ${namespacesAndProjectsOf(this.user)}
      select count(*) from (select 1 from (${rows.join(' union all ')}) each limit ${limit}) seen`;
    return [text, [...this.values, most]];
  }
}

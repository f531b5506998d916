import { Injectable } from '@nestjs/common';
import { VISIBILITIES, type Visibility } from '@hearth/contract-kit';
import type { Db } from '@hearth/data';
import type { Search } from '@hearth/http';
import { namespacesAndProjectsOf } from '../members/members.store.js';
import { RECORD_COLUMNS, recordSources, type ProjectRecord, type Viewer } from './projects.store.js';

export const PROJECT_ORDERS = ['id', 'name', 'path', 'createdAt', 'updatedAt', 'lastActivityAt'] as const;
export type ProjectOrder = (typeof PROJECT_ORDERS)[number];

/** What a list of projects is narrowed by; what is undefined or false does not narrow. */
export interface ProjectFilters {
  readonly archived?: boolean;
  readonly visibility?: Visibility;
  readonly search?: Search;
  /** Only projects in namespaces that the viewer owns. */
  readonly owned: boolean;
  /** Only projects in which the viewer has a level. */
  readonly membership: boolean;
  readonly withIssuesEnabled: boolean;
  readonly withMergeRequestsEnabled: boolean;
  readonly orderBy: ProjectOrder;
  readonly sort: 'asc' | 'desc';
}

/** More rows than this are not counted. */
const COUNT_LIMIT = 10_000;
const ALL_VISIBILITIES: readonly string[] = VISIBILITIES;
const SEARCHED = ['p.path', 'p.name', 'p.description'];
const COLUMNS: Record<ProjectOrder, string> = {
  id: 'p.id',
  name: 'p.name',
  path: 'p.path',
  createdAt: 'p.created_at',
  updatedAt: 'p.updated_at',
  lastActivityAt: 'p.last_activity_at',
};

/** Lists of projects. Two statements for a page at most, whatever is on it. */
@Injectable()
export class ProjectsFinder {
  /** @returns the rows of the page, and how many there are in all: undefined beyond 10 000 */
  async page(
    db: Db,
    viewer: Viewer,
    filters: ProjectFilters,
    { page, perPage }: { page: number; perPage: number },
  ): Promise<{ records: ProjectRecord[]; total: number | undefined }> {
    const statement = new ListStatement(viewer, filters);
    if (statement.isEmpty) return { records: [], total: 0 };
    const offset = (page - 1) * perPage;
    const records = await db.query<ProjectRecord & Record<string, unknown>>(...statement.page(perPage, offset));
    const isLast = records.length < perPage && (records.length > 0 || offset === 0);
    if (isLast) return { records, total: offset + records.length };
    const [counted] = await db.query<{ count: number }>(...statement.count(COUNT_LIMIT + 1));
    return { records, total: counted!.count > COUNT_LIMIT ? undefined : counted!.count };
  }
}

/**
 * As an array, because that is read from its own end: given a set to join, PostgreSQL may walk through everybody's closed projects in the
 * order of the list to find the viewer's few.
 */
const AUTHORISED = 'p.id = any (array(select id from authorised))';

type Sql = [text: string, values: unknown[]];

/**
 * The statements of one list. What a viewer may see is a union of branches without common rows, each read in the order of the list from
 * an index of its own: one branch for every visibility that is open to the viewer, and one for the closed projects of the viewer.
 */
class ListStatement {
  private readonly values: unknown[] = [];
  private readonly user: string;
  private readonly branches: string[];
  private readonly filters: string;

  constructor(
    viewer: Viewer,
    private readonly list: ProjectFilters,
  ) {
    this.user = `${this.parameter(viewer.id)}::bigint`;
    this.branches = this.branchesFor(viewer);
    this.filters = this.conditions()
      .map((condition) => ` and ${condition}`)
      .join('');
  }

  /** True when the viewer cannot see a single project of the list, whatever there is. */
  get isEmpty(): boolean {
    return this.branches.length === 0;
  }

  page(limit: number, offset: number): Sql {
    const column = COLUMNS[this.list.orderBy];
    const order = (key: string, id: string) => `order by ${key} ${this.list.sort}, ${id} ${this.list.sort}`;
    const rows = this.branches.map(
      (branch) => `(select p.id, ${column} as key from projects p where ${branch}${this.filters}
        ${order(column, 'p.id')} limit $${this.values.length + 1})`,
    );
    const text = `with ${namespacesAndProjectsOf(this.user)},
      chosen as (select id, key from (${rows.join(' union all ')}) seen ${order('key', 'id')}
        limit $${this.values.length + 2} offset $${this.values.length + 3})
      select ${RECORD_COLUMNS} from chosen join projects p on p.id = chosen.id ${recordSources(this.user)}
      ${order('chosen.key', 'chosen.id')}`;
    return [text, [...this.values, offset + limit, limit, offset]];
  }

  count(limit: number): Sql {
    const rows = this.branches.map(
      (branch) => `(select 1 from projects p where ${branch}${this.filters} limit $${this.values.length + 1})`,
    );
    const text = `with ${namespacesAndProjectsOf(this.user)}
      select count(*) from (select 1 from (${rows.join(' union all ')}) each limit $${this.values.length + 1}) seen`;
    return [text, [...this.values, limit]];
  }

  private branchesFor(viewer: Viewer): string[] {
    const wanted = this.list.visibility ? [this.list.visibility] : ALL_VISIBILITIES;
    const among = (visibilities: readonly string[]) => {
      if (visibilities.length === ALL_VISIBILITIES.length) return '';
      return ` and p.visibility in (${visibilities.map((each) => this.parameter(each)).join(', ')})`;
    };
    if (this.list.owned || this.list.membership) {
      if (viewer.id === null) return [];
      const mine = this.list.owned ? 'p.namespace_id = any (array(select id from mine where level = 50))' : AUTHORISED;
      return [`${mine}${among(wanted)}`];
    }
    const open = wanted.filter((visibility) => isOpenTo(viewer, visibility));
    const closed = wanted.filter((visibility) => !open.includes(visibility));
    return [
      ...open.map((visibility) => `p.visibility = ${this.parameter(visibility)}`),
      ...(closed.length > 0 && viewer.id !== null ? [`${AUTHORISED}${among(closed)}`] : []),
    ];
  }

  private conditions(): string[] {
    const { archived, search, withIssuesEnabled, withMergeRequestsEnabled } = this.list;
    return [
      ...(archived === undefined ? [] : [`p.archived = ${this.parameter(archived)}`]),
      ...(withIssuesEnabled ? ['p.issues_enabled'] : []),
      ...(withMergeRequestsEnabled ? ['p.merge_requests_enabled'] : []),
      ...(search ? this.searchConditions(search) : []),
    ];
  }

  private searchConditions(search: Search): string[] {
    return search.patterns.map((pattern) => {
      const value = this.parameter(pattern);
      return `(${SEARCHED.map((column) => `${column} ilike ${value}`).join(' or ')})`;
    });
  }

  private parameter(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }
}

/** Whether everyone like the viewer sees all projects of a visibility. */
function isOpenTo({ id, admin, external }: Viewer, visibility: string): boolean {
  return admin || visibility === 'public' || (visibility === 'internal' && id !== null && !external);
}

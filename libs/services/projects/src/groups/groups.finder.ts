import { Injectable } from '@nestjs/common';
import { VISIBILITIES } from '@hearth/contract-kit';
import type { Db } from '@hearth/data';
import {
  COUNT_LIMIT,
  Page,
  readPage,
  type ListStatements,
  type PageRequest,
  type Search,
  type Sql,
} from '@hearth/http';
import { hasAttributes } from '../custom-attributes/custom-attributes.store.js';
import { isActive, knownGroupsAmong, knownGroupsOf, namespacesAndProjectsOf } from '../members/members.store.js';
import type { Viewer } from '../projects/projects.store.js';
import { GROUP_COLUMNS, type GroupRecord } from './groups.store.js';

export type GroupOrder = 'name' | 'path';

/** What a list of groups is narrowed by; what is undefined, empty or false does not narrow. */
export interface GroupFilters {
  /** Only the groups directly in this one. */
  readonly parentId?: number;
  readonly search?: Search;
  /** Ids of groups that are left out. */
  readonly skip: readonly number[];
  /** Also what is open to the viewer, and not only what is the viewer's. */
  readonly allAvailable: boolean;
  /** Only groups of which the viewer is an owner by a membership of the group itself. */
  readonly owned: boolean;
  /** Only groups with each of these values; for admins, and without effect for others. */
  readonly customAttributes: Readonly<Record<string, string>>;
  /** Whether sizes are read as well; for admins, and without effect for others. */
  readonly statistics: boolean;
  readonly orderBy: GroupOrder;
  readonly sort: 'asc' | 'desc';
}

/** Lists of groups. One statement for a page, whatever is on it; beyond the end of the list a second one, to count. */
@Injectable()
export class GroupsFinder {
  page(db: Db, viewer: Viewer, filters: GroupFilters, request: PageRequest): Promise<Page<GroupRecord>> {
    const list = new GroupList(viewer, filters);
    if (list.isEmpty) return Promise.resolve(new Page<GroupRecord>([], request, 0));
    return readPage(db, request, list);
  }
}

/** A part of what a viewer sees in a list; the parts have no rows in common. */
interface Branch {
  /** SQL of a condition on a row `g`. */
  readonly condition: string;
  /** `order`: read in the order of the list from its index; `set`: few enough to be found first and sorted then. */
  readonly read: 'order' | 'set';
}

/** As an array, because that is read from its own end (see the lists of projects). */
const FROM_KNOWN = 'g.id = any (array(select id from known))';

/** Of groups that are found otherwise. Not a plain `in`, of which PostgreSQL would make a join, and begin with it. */
const IS_KNOWN = '((g.id in (select id from known)) is true)';

/**
 * The statements of one list. As with projects, what a viewer may see is a union of branches without common rows: one for every
 * visibility that is open to the viewer, and one for the viewer's own closed groups.
 */
class GroupList implements ListStatements {
  private readonly values: unknown[] = [];
  private readonly branches: readonly Branch[];
  /** SQL conditions by which few groups are found. */
  private readonly narrowing: readonly string[];
  private readonly filters: string;
  /** What the branches read of the viewer; nothing where they do not look, since PostgreSQL would plan it all the same. */
  private readonly own: string;

  constructor(
    private readonly viewer: Viewer,
    private readonly list: GroupFilters,
  ) {
    this.narrowing = this.narrowingConditions();
    this.filters = this.filterConditions()
      .map((condition) => ` and ${condition}`)
      .join('');
    this.branches = list.owned && viewer.id === null ? [] : this.visible();
    this.own = this.branches.some(({ condition }) => condition.includes('from known')) ? this.known() : '';
  }

  /** True when the viewer cannot see a single group of the list, whatever there is. */
  get isEmpty(): boolean {
    return this.branches.length === 0;
  }

  /** The number of all rows comes with the page: what the viewer has is worked out once for both. */
  page({ page, perPage }: PageRequest): Sql {
    const values = [...this.values];
    const parameter = (value: unknown) => `$${values.push(value)}`;
    const { sort, orderBy } = this.list;
    const offset = (page - 1) * perPage;
    const most = parameter(offset + perPage);
    const order = (key: string, id: string) => `order by ${key} ${sort}, ${id} ${sort}`;
    const found = ({ condition }: Branch) =>
      `select g.id, g.${orderBy} as key from namespaces g where ${condition}${this.filters}`;
    const [ordered, sets] = [this.branchesRead('order'), this.branchesRead('set')];
    // What is found to be sorted is counted as well.
    const few = sets.map((branch) => `few as materialized (${found(branch)} offset 0),`).join('');
    const rows = [
      ...ordered.map((branch) => `(${found(branch)} ${order(`g.${orderBy}`, 'g.id')} limit ${most})`),
      ...sets.map(() => `(select id, key from few ${order('key', 'id')} limit ${most})`),
    ];
    const limit = parameter(COUNT_LIMIT + 1);
    const counted = [...ordered.map((branch) => this.counted(branch, limit)), ...sets.map(() => `(select 1 from few)`)];
    const text = `with ${this.own} ${few}
      found as (select 1 from (${counted.join(' union all ')}) each limit ${limit}),
      chosen as (select id, key from (${rows.join(' union all ')}) seen ${order('key', 'id')}
        limit ${parameter(perPage)} offset ${parameter(offset)})
      select ${GROUP_COLUMNS}${this.statistics()}, (select count(*) from found) as total from chosen
      join namespaces g on g.id = chosen.id join routes route on route.namespace_id = g.id
      ${order('chosen.key', 'chosen.id')}`;
    return [text, values];
  }

  count(most: number): Sql {
    const values = [...this.values, most];
    const limit = `$${values.length}`;
    const counted = this.branches.map((branch) => this.counted(branch, limit));
    return [
      `with ${this.own} found as (select 1 from (${counted.join(' union all ')}) each limit ${limit})
      select count(*) from found`,
      values,
    ];
  }

  private branchesRead(read: Branch['read']): Branch[] {
    return this.branches.filter((branch) => branch.read === read);
  }

  /** @param limit SQL of the most rows that are looked for */
  private counted({ condition }: Branch, limit: string): string {
    return `(select 1 from namespaces g where ${condition}${this.filters} limit ${limit})`;
  }

  private known(): string {
    const user = this.user();
    const found = [...this.narrowing, ...(this.list.search ? ['true'] : [])];
    const known =
      found.length > 0
        ? knownGroupsAmong(`select g.id from namespaces g where ${found.join(' and ')}${this.filters}`, user)
        : knownGroupsOf(user);
    return `${namespacesAndProjectsOf(user)}, ${known},`;
  }

  private user(): string {
    return `${this.parameter(this.viewer.id)}::bigint`;
  }

  private statistics(): string {
    if (!this.list.statistics || !this.viewer.admin) return '';
    return `, json_build_object('repositorySize', (select coalesce(sum(inside.repository_size), 0) from projects inside
      where inside.namespace_id = g.id)) as statistics`;
  }

  private visible(): Branch[] {
    const { narrowing } = this;
    const [open, closed] = this.openAndClosed();
    // Whoever owns a group sees it.
    if (this.list.owned) return [{ condition: narrowing.join(' and '), read: 'set' }];
    if (narrowing.length === 0) {
      return [
        ...open.map((visibility): Branch => ({
          condition: `g.visibility = ${this.parameter(visibility)}`,
          read: 'order',
        })),
        ...(closed.length > 0 ? [{ condition: this.knownAmong(closed), read: 'set' } as const] : []),
      ];
    }
    const isVisible = [...(open.length > 0 ? [this.among(open)] : []), ...(closed.length > 0 ? [IS_KNOWN] : [])].join(
      ' or ',
    );
    return [{ condition: [...narrowing, `(${isVisible})`].join(' and '), read: 'set' }];
  }

  /** The visibilities that the list shows to everyone like the viewer, and those of which it shows only the viewer's own. */
  private openAndClosed(): [open: string[], closed: string[]] {
    const { id, admin, external } = this.viewer;
    const isOpen = (visibility: string) => {
      if (admin) return true;
      if (id === null) return visibility === 'public';
      return this.list.allAvailable && (visibility === 'public' || (visibility === 'internal' && !external));
    };
    return [VISIBILITIES.filter(isOpen), id === null ? [] : VISIBILITIES.filter((each) => !isOpen(each))];
  }

  /** Conditions by which few groups are found. */
  private narrowingConditions(): string[] {
    const { parentId, customAttributes } = this.list;
    return [
      ...(parentId === undefined ? [] : [`coalesce(g.parent_id, 0) = ${this.parameter(parentId)}::bigint`]),
      ...(this.list.owned
        ? [
            `g.id = any (array(select held.namespace_id from namespace_members held
              where held.user_id = ${this.user()} and held.level = 50 and ${isActive('held')}))`,
          ]
        : []),
      ...(this.viewer.admin ? hasAttributes('group', 'g.id', customAttributes, (value) => this.parameter(value)) : []),
    ];
  }

  private filterConditions(): string[] {
    const { search, skip } = this.list;
    return [
      `g.kind = 'group'`,
      ...(skip.length === 0 ? [] : [`g.id <> all (${this.parameter(skip)}::bigint[])`]),
      ...(search?.patterns ?? []).map((pattern) => {
        const value = this.parameter(pattern);
        return `(g.name ilike ${value} or g.path ilike ${value})`;
      }),
    ];
  }

  private knownAmong(visibilities: readonly string[]): string {
    const known = this.list.search ? IS_KNOWN : FROM_KNOWN;
    return visibilities.length === VISIBILITIES.length ? known : `${this.among(visibilities)} and ${known}`;
  }

  private among(visibilities: readonly string[]): string {
    return `g.visibility in (${visibilities.map((each) => this.parameter(each)).join(', ')})`;
  }

  private parameter(value: unknown): string {
    return `$${this.values.push(value)}`;
  }
}

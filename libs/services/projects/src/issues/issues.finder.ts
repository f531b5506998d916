import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import { rememberedCount, type Db, type Row } from '@hearth/data';
import {
  COUNT_LIMIT,
  readPage,
  statement,
  type ListStatements,
  type Page,
  type PageRequest,
  type Parameter,
  type Sql,
} from '@hearth/http';
import {
  isFoundByIndex,
  issuableConditions,
  rareLabelOf,
  SEARCHED_TOTAL,
  searchedPage,
  type IssuableTables,
  type SearchedList,
  type Times,
} from '@hearth/issuable';
import { isUsable, projectOf, rolesOf } from '../access/project-roles.finder.js';
import { VisibleRows, ownProjects, visibleTo, withNamed } from '../access/visible-rows.finder.js';
import { below } from '../groups/group-projects.finder.js';
import { milestoneJson, type MilestoneRecord } from '../milestones/milestones.store.js';
import type { UserState } from '../namespaces/namespace.entity.js';
import type { ProjectsCaller } from '../access/projects-caller.js';
import { isReadable } from './confidential.finder.js';
import { ORDERING_COLUMNS, orderOf, partsOf, type PartedOrder } from './issue-orders.finder.js';
import type { Due, IssueFilters, IssueScope, IssueState } from './issue.rules.js';

/** User record in issues and notes. */
export interface PersonRecord {
  readonly id: UserId;
  readonly username: string;
  readonly name: string;
  readonly state: UserState;
  readonly avatarPath: string | null;
}

/** Label record in lists of issues. */
export interface LabelDetails {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
}

/** Issue as a complete record. */
export interface IssueRecord extends Times {
  readonly id: number;
  /** Its number in the project. */
  readonly iid: number;
  readonly projectId: ProjectId;
  /** Full path. */
  readonly projectPath: string;
  readonly title: string;
  readonly description: string | null;
  readonly state: IssueState;
  readonly author: PersonRecord;
  readonly assignees: readonly PersonRecord[];
  /** Names, sorted. */
  readonly labels: readonly string[];
  /** In lists of issues that ask for them, and of a single issue. */
  readonly labelDetails?: readonly LabelDetails[];
  readonly milestone: MilestoneRecord | null;
  readonly confidential: boolean;
  readonly discussionLocked: boolean | null;
  /** `YYYY-MM-DD` */
  readonly dueDate: string | null;
  readonly userNotesCount: number;
  readonly upvotes: number;
  readonly downvotes: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly closedAt: Date | null;
  /** Null also where it was closed before this was recorded, or by a user who is deleted with all contributions. */
  readonly closedBy: PersonRecord | null;
  /** Id of the issue in the project that it was moved to. */
  readonly movedToId: number | null;
}

/** SQL of a PersonRecord as JSON. @param user alias of the user's namespaces row */
export function personJson(user: string): string {
  return `json_build_object('id', ${user}.owner_user_id, 'username', ${user}.path, 'name', ${user}.full_name,
    'state', ${user}.owner_state, 'avatarPath', ${user}.owner_avatar_path)`;
}

/** Columns of an IssueRecord; used with ISSUE_SOURCES. */
export const ISSUE_COLUMNS = `i.id, i.iid, i.project_id as "projectId", route.path as "projectPath", i.title, i.description, i.state,
  i.confidential, i.discussion_locked as "discussionLocked", i.due_date::text as "dueDate", i.user_notes_count as "userNotesCount",
  i.time_estimate as "timeEstimate", i.time_spent as "timeSpent", i.upvotes, i.downvotes, i.created_at as "createdAt", i.updated_at as "updatedAt", i.closed_at as "closedAt",
  i.moved_to_id as "movedToId",
  ${personJson('author')} as author,
  (select ${personJson('closer')} from namespaces closer where closer.owner_user_id = i.closed_by_id) as "closedBy",
  (select coalesce(json_agg(${personJson('u')} order by u.owner_user_id), '[]') from issue_assignees assigned
    join namespaces u on u.owner_user_id = assigned.user_id where assigned.issue_id = i.id) as assignees,
  (select coalesce(json_agg(l.name order by l.name), '[]') from issue_labels held
    join labels l on l.id = held.label_id where held.issue_id = i.id) as labels,
  (select ${milestoneJson('m')} from milestones m where m.id = i.milestone_id) as milestone`;

/** Column of the labels with their details. */
export const LABEL_DETAILS = `(select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color,
    'description', l.description) order by l.name), '[]') from issue_labels held
    join labels l on l.id = held.label_id where held.issue_id = i.id) as "labelDetails"`;

/** Joins of an IssueRecord, for an issue `i`. */
export const ISSUE_SOURCES = `
  join routes route on route.project_id = i.project_id
  join namespaces author on author.owner_user_id = i.author_id`;

/** Numbers of issues by state. */
export interface IssueCounts {
  readonly opened: number;
  readonly closed: number;
}

/** Lists of issues. Two statements for a page at most, whatever is on it, and one before these where labels are asked for. */
@Injectable()
export class IssuesFinder {
  async page(
    db: Db,
    caller: ProjectsCaller,
    scope: IssueScope,
    filters: IssueFilters,
    request: PageRequest,
  ): Promise<Page<IssueRecord>> {
    const rareLabel = await rareLabelOf(db, filters, TABLES);
    return readPage<IssueRecord & Row>(db, request, new IssuesStatement(caller, scope, { ...filters, rareLabel }));
  }

  /** Those of the issues that the caller may read. */
  async byIds(db: Db, caller: ProjectsCaller, ids: readonly number[]): Promise<IssueRecord[]> {
    if (ids.length === 0) return [];
    const filters = { ids, orderBy: 'created_at', sort: 'asc' } as const;
    const list = new IssuesStatement(caller, { of: 'everything' }, filters);
    return db.prepared<IssueRecord & Row>(...list.page({ page: 1, perPage: ids.length }));
  }

  /** Numbers of the issues of a list. Those of more than ten thousand issues are up to a minute old. */
  async counts(db: Db, caller: ProjectsCaller, scope: IssueScope, filters: IssueFilters): Promise<IssueCounts> {
    const rareLabel = await rareLabelOf(db, filters, TABLES);
    const [text, values] = new IssuesStatement(caller, scope, { ...filters, rareLabel }).counts();
    return rememberedCount<IssueCounts & Row>(db, text, values, ({ opened, closed }) => opened + closed > COUNT_LIMIT);
  }
}

/** Conditions of the issues of a scope that a caller may read, and the named queries that these read. */
interface FoundIssues {
  readonly named: readonly string[];
  readonly ofProject: readonly string[];
  readonly ofIssue: readonly string[];
  /** The caller, and the condition that they read the confidential issues of a project. */
  readonly reader: { readonly user: string; readonly readsAll: string };
}

/** Projects of issues that an index finds in no order, joined as PostgreSQL chooses. */
const PROJECTS = 'join projects p on p.id = i.project_id';

/** Statements of one list: the first finds the ids of a page, the second reads their records. */
class IssuesStatement implements ListStatements {
  constructor(
    private readonly caller: ProjectsCaller,
    private readonly scope: IssueScope,
    private readonly filters: IssueFilters,
  ) {}

  get isSearched(): boolean {
    return this.filters.search !== undefined;
  }

  page(request: PageRequest): Sql {
    const columns = [
      ISSUE_COLUMNS,
      ...(this.filters.withLabelDetails ? [LABEL_DETAILS] : []),
      ...(this.isWalked ? [SEARCHED_TOTAL] : []),
    ].join(', ');
    const order = orderOf(this.filters, 'i');
    return statement((parameter) => {
      const named = this.chosen(request, order, parameter);
      return `${withNamed(named)}
        select ${columns} from issues i ${ISSUE_SOURCES} where i.id = any (array(select id from chosen)) ${order}`;
    });
  }

  count(most: number): Sql {
    return statement((parameter) => {
      const { named, rows } = this.rows(parameter, () => `limit ${parameter(most)}`);
      return `${withNamed(named)}select count(*)::int as count from (select ${rows()} limit ${parameter(most)}) counted`;
    });
  }

  counts(): Sql {
    const [opened, closed] = ['opened', 'closed'].map((state) => `count(*) filter (where i.state = '${state}')::int`);
    return statement((parameter) => {
      if (this.scope.of === 'everything') return this.countsByProject(parameter);
      const { named, rows } = this.rows(parameter);
      return `${withNamed(named)}select ${opened} as opened, ${closed} as closed ${rows()}`;
    });
  }

  /** Counts in all projects: the issues of each project first, so that each project is looked up once and not for each issue. */
  private countsByProject(parameter: Parameter): string {
    const { caller, filters } = this;
    const { named, ofProject, reader } = this.found(parameter);
    const conditions = filterConditions(filters, caller, parameter);
    return `${withNamed(named)}select coalesce(sum(i.opened), 0)::int as opened, coalesce(sum(i.closed), 0)::int as closed from (
        select i.project_id, not ${isReadable('i', { ...reader, readsAll: 'false' })} as hidden,
          count(*) filter (where i.state = 'opened') as opened, count(*) filter (where i.state = 'closed') as closed
        from issues i ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''} group by 1, 2) i
      join projects p on p.id = i.project_id where ${ofProject.join(' and ')} and (not i.hidden or ${reader.readsAll})`;
  }

  /** Whether an index has the issues that are searched in the order of the list. */
  private get isWalked(): boolean {
    const { search, orderBy, rareLabel } = this.filters;
    const isByTime = orderBy === 'created_at' || orderBy === 'updated_at';
    return search !== undefined && rareLabel === undefined && isByTime;
  }

  /** Named queries, the last of which is `chosen` (id), the issues of a page. */
  private chosen(request: PageRequest, order: string, parameter: Parameter): string[] {
    const { page, perPage } = request;
    if (this.isWalked) return this.searched(request, parameter);
    const parts = isFoundByIndex(this.filters)
      ? undefined
      : partsOf(this.filters, () => projectsOf(this.scope, parameter));
    if (parts) return this.inParts(parts, request, parameter);
    const { named, rows } = this.rows(parameter, () => `${order} limit ${parameter(page * perPage)}`);
    const limit = `limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`;
    return [...named, `chosen as (select i.id ${rows()} ${order} ${limit})`];
  }

  /** Chooses the rows of one part after the other: of a further part those that are missing up to the end of the page, so often none. */
  private inParts(order: PartedOrder, { page, perPage }: PageRequest, parameter: Parameter): string[] {
    const { sort } = this.filters;
    const end = `${parameter(page * perPage)}::int`;
    const { named, ...rows } = this.rows(parameter, () => `${order.order} limit ${end}`);
    const parts = order.parts({ sort, end, ...rows });
    const part = (ids: string, index: number) => {
      const before = parts.slice(0, index).map((_, earlier) => `(select count(*) from part_${earlier})`);
      return `part_${index} as materialized (
        select ${index} as part, row_number() over () as place, id from (${ids}) i limit ${[end, ...before].join(' - ')})`;
    };
    const all = parts.map((_, index) => `select * from part_${index}`).join(' union all ');
    return [
      ...named,
      ...order.named,
      ...parts.map(part),
      `chosen as (select id from (${all}) found
        order by part, place limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)})`,
    ];
  }

  private searched(request: PageRequest, parameter: Parameter): string[] {
    const { scope, filters } = this;
    const { named, rows } = this.rows(parameter);
    const order = { by: filters.orderBy, sort: filters.sort };
    return [...named, ...searchedPage({ row: 'i', order, rows, ...walkOf(scope, parameter) }, request, parameter)];
  }

  /**
   * @param first order and limit of the issues of each project, where projects are read one after the other
   * @returns sources and conditions of the issues `i`, or of a subquery of them; `found`: of sources that find few issues of the projects
   */
  private rows(parameter: Parameter, first: () => string = () => '') {
    const { scope, filters } = this;
    const { named, ofProject, ofIssue, reader } = this.found(parameter);
    const issues = [...ofIssue, isReadable('i', reader), ...filterConditions(filters, this.caller, parameter)];
    const where = [...ofProject, ...issues].join(' and ');
    const from = (projects: string, source = 'issues i') => `from ${source} ${projects} where ${where}`;
    const found = (source?: string) => from(scope.of === 'project' ? '' : source ? projectOf('i') : PROJECTS, source);
    if (scope.of === 'project' || isFoundByIndex(filters)) return { named, found, rows: found };
    if (scope.of === 'everything') return { named, found, rows: (source?: string) => from(projectOf('i'), source) };
    const end = first();
    const each = (source = 'issues i') =>
      `select ${ORDERING_COLUMNS} from ${source} where i.project_id = p.id and ${issues.join(' and ')} ${end}`;
    const projects = ofProject.join(' and ');
    return {
      named,
      found,
      rows: (source?: string) => `from projects p cross join lateral (${each(source)}) i where ${projects}`,
    };
  }

  /** Returns conditions of the issues, and of their projects `p`. */
  private found(parameter: Parameter): FoundIssues {
    const { scope, caller, filters } = this;
    const user = `${parameter(caller.id)}::bigint`;
    if (scope.of === 'project') {
      const ofIssue = [`i.project_id = ${parameter(scope.projectId)}::bigint`];
      return { named: [], ofProject: [], ofIssue, reader: { user, readsAll: `${parameter(scope.readsAll)}::boolean` } };
    }
    const rows = new VisibleRows(caller, visibleTo(caller), (id) => ownProjects(id), parameter);
    const roles = rolesOf(caller, parameter);
    return {
      named: [...rows.named, ...roles.named],
      ofProject: [
        rows.areVisible('p.visibility'),
        isUsable('issues', roles),
        ...(filters.notArchived ? ['not p.archived'] : []),
        ...(scope.of === 'group' ? [below(scope.groupId)(parameter)] : []),
      ],
      ofIssue: [],
      reader: { user, readsAll: roles.isReporter },
    };
  }
}

/** SQL of the ids of a scope's projects; undefined for all projects. */
function projectsOf(scope: IssueScope, parameter: Parameter): string | undefined {
  if (scope.of === 'everything') return undefined;
  if (scope.of === 'project') return `select ${parameter(scope.projectId)}::bigint`;
  return `select p.id from projects p where ${below(scope.groupId)(parameter)}`;
}

/** Returns the query of a scope's issues in the order of a list: of a group, the first ones of each of its projects. */
function walkOf(scope: IssueScope, parameter: Parameter): Pick<SearchedList, 'projects' | 'among'> {
  if (scope.of === 'everything') return { among: (first) => `select i.* from issues i ${first}` };
  if (scope.of === 'project') {
    const id = `${parameter(scope.projectId)}::bigint`;
    return { among: (first) => `select i.* from issues i where i.project_id = ${id} ${first}` };
  }
  const isBelow = below(scope.groupId)(parameter);
  return {
    projects: `(select count(*) from projects p where ${isBelow})`,
    among: (first) => `select i.* from projects p
      cross join lateral (select i.* from issues i where i.project_id = p.id ${first}) i where ${isBelow} ${first}`,
  };
}

const TABLES: IssuableTables = {
  table: 'issues',
  row: 'i',
  key: 'issue_id',
  labelled: 'issue_labels',
  labels: 'labels',
  milestones: 'milestones',
  assigned: (user) =>
    `i.id = any (array(select assigned.issue_id from issue_assignees assigned where assigned.user_id = ${user}))`,
  isAssigned: 'exists (select from issue_assignees assigned where assigned.issue_id = i.id)',
};

const TODAY = `(now() at time zone 'utc')::date`;
/** First day of the week, which begins on Monday, or of the month. */
const begin = (unit: 'week' | 'month') => `date_trunc('${unit}', ${TODAY}::timestamp)`;
const DUE_DATES: Readonly<Record<Due, string>> = {
  '0': 'is null',
  any: 'is not null',
  today: `= ${TODAY}`,
  tomorrow: `= ${TODAY} + 1`,
  overdue: `< ${TODAY}`,
  week: `between ${begin('week')} and ${begin('week')} + interval '6 days'`,
  month: `between ${begin('month')} and ${begin('month')} + interval '1 month - 1 day'`,
  next_month_and_previous_two_weeks: `between ${TODAY} - 14 and ${begin('month')} + interval '2 months - 1 day'`,
};

function filterConditions(filters: IssueFilters, caller: ProjectsCaller, parameter: Parameter): string[] {
  const { ids, milestoneId, named, confidential, due, isOtherType } = filters;
  return [
    ...issuableConditions(filters, TABLES, caller.id, parameter),
    ...(ids ? [`i.id = any (${parameter(ids)}::bigint[])`] : []),
    ...(milestoneId === undefined ? [] : [`i.milestone_id = ${parameter(milestoneId)}::bigint`]),
    ...(confidential === undefined ? [] : [`i.confidential = ${parameter(confidential)}::boolean`]),
    ...(due === undefined ? [] : [`i.due_date ${DUE_DATES[due]}`]),
    ...(isOtherType ? ['false'] : []),
    ...(named ? [isNamed(named, parameter)] : []),
  ];
}

function isNamed(named: NonNullable<IssueFilters['named']>, parameter: Parameter): string {
  const projects = parameter(named.map(({ projectId }) => projectId));
  const iids = parameter(named.map(({ iid }) => iid));
  return `i.id = any (array(select one.id from unnest(${projects}::bigint[], ${iids}::bigint[]) as asked (project_id, iid)
    join issues one on one.project_id = asked.project_id and one.iid = asked.iid))`;
}

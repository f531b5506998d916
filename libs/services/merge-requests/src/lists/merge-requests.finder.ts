import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId, Visibility } from '@hearth/contract-kit';
import type { Db, Row } from '@hearth/data';
import {
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
} from '@hearth/issuable';
import type { MergeRequestFilters } from './list.rules.js';
import { DRAFT_SQL } from '../merge-requests/merge-request.rules.js';
import {
  MERGE_REQUEST_COLUMNS,
  MERGE_REQUEST_SOURCES,
  type AssignmentRole,
  type MergeRequestRecord,
} from '../merge-requests/merge-requests.store.js';

/** Scope of a list: merge requests into one project, which the caller may list; or into all projects where the caller may read them. */
export type MergeRequestScope =
  | { readonly of: 'project'; readonly projectId: ProjectId }
  | ({
      readonly of: 'everything';
      readonly admin: boolean;
      readonly open: readonly Visibility[];
      /** Only into these projects. */
      readonly among?: readonly ProjectId[];
    } & OwnProjects);

/** Projects in which a user has a level. */
export interface OwnProjects {
  /** Projects where the level lets the user read all merge requests. */
  readonly readers: readonly ProjectId[];
  /** Projects with a lower level, where the user reads merge requests of their own or assigned to them. */
  readonly guests: readonly ProjectId[];
}

/** Merge request in a list. */
export interface ListedMergeRequest extends MergeRequestRecord {
  /** Whether its status was checked with an older tip of the target branch. */
  readonly isOutdated: boolean;
}

const IS_OUTDATED = `(m.state = 'opened' and exists (
  select from known_branches b where b.project_id = m.target_project_id and b.name = m.target_branch
    and b.tip <> m.checked_target_sha)) as "isOutdated"`;

/** Condition: the merge request has this user as an assignee or reviewer. */
function assignedTo(user: string, role: AssignmentRole): string {
  return `m.id = any (array(select held.merge_request_id from merge_request_assignments held
    where held.user_id = ${user} and held.role = '${role}'))`;
}

function hasAny(role: AssignmentRole): string {
  return `exists (select from merge_request_assignments held where held.merge_request_id = m.id and held.role = '${role}')`;
}

const TABLES: IssuableTables = {
  table: 'merge_requests',
  row: 'm',
  key: 'merge_request_id',
  labelled: 'merge_request_labels',
  labels: 'known_labels',
  milestones: 'known_milestones',
  assigned: (user) => assignedTo(user, 'assignee'),
  isAssigned: hasAny('assignee'),
};

/** Lists of merge requests. */
@Injectable()
export class MergeRequestsFinder {
  /** @param userId the caller */
  async page(
    db: Db,
    userId: UserId,
    scope: MergeRequestScope,
    filters: MergeRequestFilters,
    request: PageRequest,
  ): Promise<Page<ListedMergeRequest>> {
    const rareLabel = await rareLabelOf(db, filters, TABLES);
    const list = new MergeRequestsStatement(userId, scope, { ...filters, rareLabel });
    return readPage<ListedMergeRequest & Row>(db, request, list);
  }
}

/** Statements of one list: the first finds the ids of a page, the second reads their records. */
export class MergeRequestsStatement implements ListStatements {
  constructor(
    private readonly userId: UserId,
    private readonly scope: MergeRequestScope,
    private readonly filters: MergeRequestFilters,
  ) {}

  get isSearched(): boolean {
    return this.filters.search !== undefined;
  }

  page({ page, perPage }: PageRequest): Sql {
    const { orderBy, sort, search, rareLabel } = this.filters;
    const order = `order by m.${orderBy} ${sort}, m.id ${sort}`;
    return statement((parameter) => {
      // An index has the merge requests that are searched in the order of the list.
      if (search !== undefined && rareLabel === undefined) {
        const list = {
          row: 'm',
          order: { by: orderBy, sort },
          rows: this.rows(parameter, PROJECTS),
          ...this.walk(parameter),
        };
        const named = searchedPage(list, { page, perPage }, parameter).join(', ');
        return `with ${named} ${recordsOf('select id from chosen', order, [SEARCHED_TOTAL])}`;
      }
      const projects = isFoundByIndex(this.filters) ? PROJECTS : PROJECT_OF_EACH;
      const rows = this.rows(parameter, projects, () => `${order} limit ${parameter(page * perPage)}`);
      const limit = `limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`;
      return recordsOf(`select m.id ${rows()} ${order} ${limit}`, order);
    });
  }

  count(most: number): Sql {
    return statement((parameter) => {
      const rows = this.rows(parameter, PROJECTS, () => `limit ${parameter(most)}`);
      return `select count(*)::int as count from (select ${rows()} limit ${parameter(most)}) counted`;
    });
  }

  /** Returns the query of the scope's merge requests in the order of the list: of several projects, the first ones of each. */
  private walk(parameter: Parameter): Pick<SearchedList, 'projects' | 'among'> {
    const { scope } = this;
    const listed = 'select m.* from merge_requests m where m.deleted_at is null';
    if (scope.of === 'project') {
      const id = `${parameter(scope.projectId)}::bigint`;
      return { among: (first) => `${listed} and m.target_project_id = ${id} ${first}` };
    }
    if (!scope.among) return { among: (first) => `${listed} ${first}` };
    const projects = `${parameter(scope.among)}::bigint[]`;
    return {
      projects: `cardinality(${projects})`,
      among: (first) => `select m.* from unnest(${projects}) as one (id)
        cross join lateral (${listed} and m.target_project_id = one.id ${first}) m ${first}`,
    };
  }

  /**
   * @param projects join of the projects `p`, where there are several
   * @param first order and limit of the merge requests of each project, where projects are read one after the other
   * @returns sources and conditions of the merge requests `m`, or of a subquery of them in the order of the list
   */
  private rows(parameter: Parameter, projects: string, first: () => string = () => ''): (walked?: string) => string {
    const { scope, filters, userId } = this;
    const { ofProject, ofEach } =
      scope.of === 'project'
        ? { ofProject: [], ofEach: [`m.target_project_id = ${parameter(scope.projectId)}::bigint`] }
        : ofEverything(userId, scope, isFoundByIndex(filters) ? 'm.target_project_id' : 'p.id', parameter);
    const unarchived = filters.notArchived && scope.of === 'everything' ? ['not p.archived'] : [];
    const projectsRead = [...ofProject, ...unarchived];
    const shared = issuableConditions(filters, TABLES, userId, parameter);
    const where = ['m.deleted_at is null', ...ofEach, ...shared, ...ownConditions(filters, parameter)];
    if (scope.of === 'everything' && scope.among && !isFoundByIndex(filters)) {
      const each = `select m.id, m.created_at, m.updated_at from merge_requests m
        where m.target_project_id = p.id and ${where.join(' and ')} ${first()}`;
      return () => `from known_projects p cross join lateral (${each}) m where ${projectsRead.join(' and ')}`;
    }
    const all = [...projectsRead, ...where].join(' and ');
    return (walked) => {
      const sources = scope.of === 'project' ? '' : walked ? PROJECT_OF_EACH : projects;
      return `from ${walked ?? 'merge_requests m'} ${sources} where ${all}`;
    };
  }
}

/** SQL that reads the records of a page. @param ids query of their ids */
function recordsOf(ids: string, order: string, columns: readonly string[] = []): string {
  return `select ${[MERGE_REQUEST_COLUMNS, IS_OUTDATED, ...columns].join(', ')} from ${MERGE_REQUEST_SOURCES} where m.id = any (array(${ids})) ${order}`;
}

/** Conditions of the filters that only merge requests have. */
function ownConditions(filters: MergeRequestFilters, parameter: Parameter): string[] {
  const { sourceBranch, targetBranch, reviewerId, mergedById, draft, milestoneId, without = {} } = filters;
  const { mergedAfter, mergedBefore, sourceProjectId } = filters;
  const isReviewer = (id: number) => assignedTo(`${parameter(id)}::bigint`, 'reviewer');
  const reviewed = (id: number | 'none' | 'any') =>
    id === 'any' ? hasAny('reviewer') : id === 'none' ? `not ${hasAny('reviewer')}` : isReviewer(id);
  return [
    ...(sourceBranch === undefined ? [] : [`m.source_branch = ${parameter(sourceBranch)}`]),
    ...(targetBranch === undefined ? [] : [`m.target_branch = ${parameter(targetBranch)}`]),
    ...(reviewerId === undefined ? [] : [reviewed(reviewerId)]),
    ...(mergedById === undefined ? [] : [`m.merged_by_id = ${parameter(mergedById)}::bigint`]),
    ...(mergedAfter ? [`m.merged_at >= ${parameter(mergedAfter)}::timestamptz`] : []),
    ...(mergedBefore ? [`m.merged_at <= ${parameter(mergedBefore)}::timestamptz`] : []),
    ...(sourceProjectId === undefined ? [] : [`m.source_project_id = ${parameter(sourceProjectId)}::bigint`]),
    ...(draft === undefined ? [] : [`${draft ? '' : 'not '}m.title ~* '${DRAFT_SQL}'`]),
    ...(milestoneId === undefined ? [] : [`m.milestone_id = ${parameter(milestoneId)}::bigint`]),
    ...(without.sourceBranch === undefined ? [] : [`m.source_branch <> ${parameter(without.sourceBranch)}`]),
    ...(without.targetBranch === undefined ? [] : [`m.target_branch <> ${parameter(without.targetBranch)}`]),
    ...(without.reviewerId === undefined ? [] : [`not ${isReviewer(without.reviewerId)}`]),
  ];
}

/** Projects of the merge requests, joined as PostgreSQL chooses: it reads all of either, where rows are counted or found by an index of texts. */
const PROJECTS = 'join known_projects p on p.id = m.target_project_id';
/**
 * The project of each merge request, looked up for each in the order of the list. `offset 0` keeps conditions out of the lookup: PostgreSQL
 * would count the cost of their sets for each merge request, and read and sort all instead of the first ones.
 */
const PROJECT_OF_EACH = `cross join lateral (select p.id, p.visibility, p.archived, p.merge_requests_access_level from known_projects p
  where p.id = m.target_project_id offset 0) p`;

/**
 * Conditions of projects and of merge requests by the copies of projects; access to the rows of a page is queried again.
 * @param project SQL of the project's id, of the row from which the statement finds the other
 */
function ofEverything(
  userId: UserId,
  { admin, open, readers, guests, among }: Extract<MergeRequestScope, { of: 'everything' }>,
  project: string,
  parameter: Parameter,
): { ofProject: string[]; ofEach: string[] } {
  const isAmong = among ? [`${project} = any (${parameter(among)}::bigint[])`] : [];
  const ofProject = [`p.merge_requests_access_level <> 'disabled'`, ...isAmong];
  if (admin) return { ofProject, ofEach: [] };
  const user = `${parameter(userId)}::bigint`;
  // A set, in which each project is looked up: an array of thousands would be searched from its beginning for each merge request.
  const isIn = (projects: readonly ProjectId[]) => `p.id in (select unnest(${parameter(projects)}::bigint[]))`;
  const isOpen = `p.merge_requests_access_level = 'enabled' and p.visibility = any (${parameter(open)}::text[])`;
  const isRead = `${isOpen} or ${isIn(readers)}`;
  const isTheirs = `m.author_id = ${user} or ${assignedTo(user, 'assignee')}`;
  return { ofProject: [...ofProject, `(${isRead} or ${isIn(guests)})`], ofEach: [`(${isRead} or ${isTheirs})`] };
}

import { Injectable } from '@nestjs/common';
import { VISIBILITIES, type ProjectId, type UserReference, type Visibility } from '@hearth/contract-kit';
import type { Db } from '@hearth/data';
import { Page, everyPattern, matches, readPage, type PageRequest, type Parameter, type Search } from '@hearth/http';
import { projectLevels } from '../access/levels.finder.js';
import { VisibleList } from '../access/visible-list.finder.js';
import { ownProjects, ownedProjects, visibleTo } from '../access/visible-rows.finder.js';
import { hasAttributes } from '../custom-attributes/custom-attributes.store.js';
import { ownNamespaceOf } from '../namespaces/owners.store.js';
import { RECORD_COLUMNS, recordSources } from './project-record.finder.js';
import type { ProjectRecord } from './projects.store.js';
import type { ProjectsCaller } from '../access/projects-caller.js';

export const PROJECT_ORDERS = ['id', 'name', 'path', 'createdAt', 'updatedAt', 'lastActivityAt'] as const;
export type ProjectOrder = (typeof PROJECT_ORDERS)[number];

/** Filters of a list of projects; undefined or false values do not filter. */
export interface ProjectFilters {
  readonly archived?: boolean;
  readonly visibility?: Visibility;
  readonly search?: Search;
  /** Search the full paths too. */
  readonly searchPaths?: boolean;
  /** Only projects in namespaces that the caller owns. */
  readonly owned: boolean;
  /** Only projects in which the caller has a level. */
  readonly membership: boolean;
  /** Only projects that the caller has starred; without effect for anonymous callers, who have no stars. */
  readonly starred: boolean;
  /** Only projects with each of these values; for admins, and without effect for others. */
  readonly customAttributes: Readonly<Record<string, string>>;
  readonly withIssuesEnabled: boolean;
  readonly withMergeRequestsEnabled: boolean;
  /** Only projects with all of these topics. */
  readonly topics?: readonly string[];
  /** Only projects in which the caller has at least this level, as a member. */
  readonly minAccessLevel?: number;
  /** Limits of the time of the last activity, inclusive. */
  readonly activeAfter?: Date;
  readonly activeBefore?: Date;
  /** Limits of the time of the last change, inclusive. */
  readonly updatedAfter?: Date;
  readonly updatedBefore?: Date;
  readonly orderBy: ProjectOrder;
  readonly sort: 'asc' | 'desc';
}

/** Columns of the orders of lists. */
export const ORDER_COLUMNS: Record<ProjectOrder, string> = {
  id: 'id',
  name: 'name',
  path: 'path',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
  lastActivityAt: 'last_activity_at',
};

/** Scope of a list: SQL condition on a row `p` by which an index finds few rows. Without one, a list has all projects. */
export type ProjectScope = (parameter: Parameter) => string;

/** Projects in a user's own namespace. */
export function inNamespaceOf(user: UserReference): ProjectScope {
  return (parameter) => {
    const { sql, value } = ownNamespaceOf(user);
    return `p.namespace_id = (${sql(parameter(value))})`;
  };
}

/** Projects that a user has starred. */
export function starredBy(user: UserReference): ProjectScope {
  return (parameter) => {
    const { sql, value } = ownNamespaceOf(user);
    return `p.id = any (array(select star.project_id from project_stars star
      where star.user_id = (select home.owner_user_id from namespaces home where home.id = (${sql(parameter(value))}))))`;
  };
}

/** The direct forks of a project. */
export function forksOf(projectId: ProjectId): ProjectScope {
  return (parameter) => `p.forked_from_id = ${parameter(projectId)}::bigint`;
}

/** Lists of projects. One statement for a page, whatever is on it; beyond the end of the list a second one, to count. */
@Injectable()
export class ProjectsFinder {
  /** @param scope limits the list; all projects by default */
  page(
    db: Db,
    caller: ProjectsCaller,
    filters: ProjectFilters,
    request: PageRequest,
    scope?: ProjectScope,
  ): Promise<Page<ProjectRecord>> {
    const list = listOf(caller, filters, scope);
    if (list.isEmpty) return Promise.resolve(new Page<ProjectRecord>([], request, 0));
    return readPage<ProjectRecord>(db, request, list);
  }
}

function listOf(caller: ProjectsCaller, filters: ProjectFilters, scope: ProjectScope | undefined): VisibleList {
  const { visibility, owned, membership, minAccessLevel, search, searchPaths, orderBy, sort } = filters;
  const ownOnly = owned || membership || minAccessLevel !== undefined;
  return new VisibleList({
    caller,
    visible: visibleTo(caller, visibility ? [visibility] : VISIBILITIES, ownOnly),
    own: owned ? ownedProjects : ownProjects,
    table: 'projects',
    row: 'p',
    key: ORDER_COLUMNS[orderBy],
    sort,
    conditions: (parameter) => ({
      narrowing: [...(scope ? [scope(parameter)] : []), ...narrowing(caller, filters, parameter)],
      search: search ? [searchPaths ? isFoundByPath(search, parameter, !ownOnly) : isFound(search, parameter)] : [],
      filters: [...settings(filters), ...inTime(filters, parameter), ...withLevel(caller, minAccessLevel, parameter)],
    }),
    record: (parameter) => ({ columns: RECORD_COLUMNS, sources: recordSources(sqlOf(caller, parameter)) }),
  });
}

/** SQL of the caller, as parameters. */
function sqlOf({ id, admin, external }: ProjectsCaller, parameter: Parameter) {
  return {
    user: `${parameter(id)}::bigint`,
    admin: `${parameter(admin)}::boolean`,
    external: `${parameter(external)}::boolean`,
  };
}

function narrowing(
  { id, admin }: ProjectsCaller,
  { starred, customAttributes, topics }: ProjectFilters,
  parameter: Parameter,
): string[] {
  return [
    ...(starred && id !== null
      ? [
          `p.id = any (array(select star.project_id from project_stars star where star.user_id = ${parameter(id)}::bigint))`,
        ]
      : []),
    ...(topics?.length ? [`p.tag_list @> ${parameter(topics)}::text[]`] : []),
    ...(admin ? hasAttributes('project', 'p.id', customAttributes, parameter) : []),
  ];
}

/** Condition by the caller's level as a member; admins have no other. */
function withLevel({ id }: ProjectsCaller, least: number | undefined, parameter: Parameter): string[] {
  if (least === undefined) return [];
  const levels = projectLevels(`${parameter(id)}::bigint`);
  return [`p.id in (with ${levels} select id from held where level >= ${parameter(least)}::int)`];
}

/** Conditions by settings. They are text, not parameters: the partial index of archived projects matches only constants. */
function settings({ archived, withIssuesEnabled, withMergeRequestsEnabled }: ProjectFilters): string[] {
  return [
    ...(archived === undefined ? [] : [archived ? 'p.archived' : 'not p.archived']),
    ...(withIssuesEnabled ? [`p.issues_access_level <> 'disabled'`] : []),
    ...(withMergeRequestsEnabled ? [`p.merge_requests_access_level <> 'disabled'`] : []),
  ];
}

function inTime(
  { activeAfter, activeBefore, updatedAfter, updatedBefore }: ProjectFilters,
  parameter: Parameter,
): string[] {
  return [
    ...(activeAfter ? [`p.last_activity_at >= ${parameter(activeAfter)}::timestamptz`] : []),
    ...(activeBefore ? [`p.last_activity_at <= ${parameter(activeBefore)}::timestamptz`] : []),
    ...(updatedAfter ? [`p.updated_at >= ${parameter(updatedAfter)}::timestamptz`] : []),
    ...(updatedBefore ? [`p.updated_at <= ${parameter(updatedBefore)}::timestamptz`] : []),
  ];
}

const SEARCHED = ['p.path', 'p.name', 'p.description'];

/** Separator of the columns in `searched`, also at both ends. */
const SEPARATOR = '\u001f';

/**
 * The column `searched` is in lower case, so that one trigram index serves all three columns. Patterns that could match across its parts, or
 * only part of one, are compared with each column too.
 */
function isFound(search: Search, parameter: Parameter): string {
  const { patterns } = search;
  const [whole] = patterns.filter((pattern) => !pattern.startsWith('%'));
  const inSearched = whole === undefined ? patterns : [`%${SEPARATOR}${whole}${SEPARATOR}%`];
  const found = everyPattern(inSearched, (pattern) => `p.searched like lower(${pattern})`, parameter);
  const isExact = whole === undefined && !patterns.some((pattern) => pattern.includes(SEPARATOR));
  return isExact ? found : `${found} and ${matches(SEARCHED, search, parameter)}`;
}

/** SQL condition: each word matches a column or the full path of the project. @param finds false where the projects are found by another condition */
function isFoundByPath({ patterns }: Search, parameter: Parameter, finds: boolean): string {
  const inSearched = (pattern: string) =>
    `p.searched like lower(${patterns[0]!.startsWith('%') ? pattern : enclosed(pattern)})`;
  const inColumn = (pattern: string) =>
    `${inSearched(pattern)} and (${SEARCHED.map((column) => `${column} ilike ${pattern}`).join(' or ')})`;
  const isMatched = (pattern: string, isLong: boolean) =>
    `(${inColumn(pattern)} or ${inPath(pattern, finds && isLong)})`;
  return everyPattern(patterns, isMatched, parameter);
}

/** SQL pattern of a part of `searched` that equals the pattern. */
function enclosed(pattern: string): string {
  return `'%' || chr(31) || ${pattern} || chr(31) || '%'`;
}

/** @param finds whether an index of paths finds the projects; otherwise the path of each is compared */
function inPath(pattern: string, finds: boolean): string {
  // PostgreSQL would read the paths of the whole instance for `exists`, to look the projects up in a hash table.
  if (!finds) return `(select route.path from routes route where route.project_id = p.id) ilike ${pattern}`;
  return `p.id = any (array(select route.project_id from routes route
    where route.project_id is not null and route.path ilike ${pattern}))`;
}

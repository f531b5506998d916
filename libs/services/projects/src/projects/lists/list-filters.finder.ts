import type { Visibility } from '@hearth/contract-kit';
import type { Search } from '@hearth/http';

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
  /** Only projects that the viewer has starred; of anonymous viewers nothing is known, so nothing is left out. */
  readonly starred: boolean;
  /** Only projects with each of these values; for admins, and without effect for others. */
  readonly customAttributes: Readonly<Record<string, string>>;
  readonly withIssuesEnabled: boolean;
  readonly withMergeRequestsEnabled: boolean;
  readonly orderBy: ProjectOrder;
  readonly sort: 'asc' | 'desc';
}

/** The columns that lists are ordered by, of a row `p`. */
export const ORDER_COLUMNS: Record<ProjectOrder, string> = {
  id: 'p.id',
  name: 'p.name',
  path: 'p.path',
  createdAt: 'p.created_at',
  updatedAt: 'p.updated_at',
  lastActivityAt: 'p.last_activity_at',
};

const SEARCHED = ['p.path', 'p.name', 'p.description'];

/** Adds a value to a statement. @returns the SQL that stands for it */
export type Parameter = (value: unknown) => string;

/** SQL conditions on a row `p`: what a list leaves out whoever looks. */
export function filterConditions(filters: ProjectFilters, parameter: Parameter): string[] {
  const { archived, search, withIssuesEnabled, withMergeRequestsEnabled } = filters;
  return [
    // Not a parameter: the index of archived projects is for those alone.
    ...(archived === undefined ? [] : [archived ? 'p.archived' : 'not p.archived']),
    ...(withIssuesEnabled ? ['p.issues_enabled'] : []),
    ...(withMergeRequestsEnabled ? ['p.merge_requests_enabled'] : []),
    ...(search?.patterns ?? []).map((pattern) => matches(pattern, parameter)),
  ];
}

/** What stands between the columns in `searched`, and around them. */
const SEPARATOR = '\u001f';

/**
 * The column of all that is searched is in small letters, so that not every value that is looked at has to be put into them. What could
 * match across its parts, or only a part of one, is compared with each column too.
 */
function matches(pattern: string, parameter: Parameter): string {
  const isPart = pattern.startsWith('%');
  const value = parameter(pattern);
  const found = isPart ? `lower(${value}::text)` : `'%' || chr(31) || lower(${value}::text) || chr(31) || '%'`;
  const columns = SEARCHED.map((column) => `${column} ilike ${value}`).join(' or ');
  const isExact = isPart && !pattern.includes(SEPARATOR);
  return `p.searched like ${found}${isExact ? '' : ` and (${columns})`}`;
}

import type { Parameter } from '@hearth/http';
import { reporterProjects } from './levels.finder.js';
import type { ProjectsCaller } from './projects-caller.js';
import { ownProjects } from './visible-rows.finder.js';

/** SQL conditions on the caller's level in a project `p`. */
export interface ProjectRoles {
  /** Named queries that the conditions read, after those of the `VisibleRows` of the same statement. */
  readonly named: readonly string[];
  /** The caller has a level. */
  readonly isMember: string;
  /** The caller is a reporter or more. */
  readonly isReporter: string;
}

/** Conditions that look each project up in sets, which costs a long list far less than a level that is computed for each row. */
export function rolesOf({ admin, id }: ProjectsCaller, parameter: Parameter): ProjectRoles {
  if (admin) return { named: [], isMember: 'true', isReporter: 'true' };
  if (id === null) return { named: [], isMember: 'false', isReporter: 'false' };
  const user = `${parameter(id)}::bigint`;
  return {
    named: [reporterProjects(user)],
    isMember: ownProjects(user).checked,
    isReporter: `(p.namespace_id in (select id from mine where level >= 20) or p.id in (select id from as_reporter))`,
  };
}

/**
 * SQL of the project `p` of a row, looked up for each row. `offset 0` keeps the conditions on roles out of the lookup: PostgreSQL would count
 * the cost of their sets for each row, and read and sort all rows instead of the first ones.
 * @param row alias of the row, which has a `project_id`
 */
export function projectOf(row: string): string {
  return `cross join lateral (select p.id, p.namespace_id, p.visibility, p.archived, p.issues_access_level, p.repository_access_level,
    p.merge_requests_access_level, p.snippets_access_level from projects p where p.id = ${row}.project_id offset 0) p`;
}

/** SQL condition: the caller reads the code of the project `p`. @param open SQL of the visibilities that are open to the caller */
export function readsCode(roles: ProjectRoles, open: string): string {
  return `${isUsable('repository', roles)} and (p.visibility = any (${open}) or ${roles.isReporter})`;
}

/** SQL condition: the caller reads the merge requests of the project `p`. @param open SQL of the visibilities that are open to the caller */
export function readsMergeRequests(roles: ProjectRoles, open: string): string {
  return `${isUsable('merge_requests', roles)} and ${readsCode(roles, open)}`;
}

/** SQL condition: the feature of the project `p` is enabled for the caller. */
export function isUsable(feature: string, { isMember }: ProjectRoles): string {
  return `(p.${feature}_access_level = 'enabled' or p.${feature}_access_level = 'private' and ${isMember})`;
}

import { isAllowed } from '@hearth/access';
import type { AccessLevel, Principal, ProjectCreationLevel } from '@hearth/contract-kit';
import { abilities } from '../abilities.js';

/** Roles that create subgroups in a group. */
export const SUBGROUP_CREATION_LEVELS = ['owner', 'maintainer'] as const;
export type SubgroupCreationLevel = (typeof SUBGROUP_CREATION_LEVELS)[number];

const CREATE_PROJECTS = {
  owner: abilities.createProjectsAsOwner,
  maintainer: abilities.createProjects,
  developer: abilities.createProjectsAsDeveloper,
};

/** Ability to create subgroups in a group with this setting. */
export const CREATE_SUBGROUP = {
  owner: abilities.createSubgroup,
  maintainer: abilities.createSubgroupAsMaster,
} as const satisfies Record<SubgroupCreationLevel, unknown>;

/** Whether a user creates projects in a namespace, or moves them into it. */
export function mayCreateProjects(
  { level, projectCreationLevel }: { readonly level: AccessLevel; readonly projectCreationLevel: ProjectCreationLevel },
  creator: Principal,
): boolean {
  if (projectCreationLevel === 'noone') return false;
  if (projectCreationLevel === 'administrator') return creator.admin;
  return isAllowed(CREATE_PROJECTS[projectCreationLevel], { level }, creator);
}

/**
 * SQL of the same rule.
 * @param namespace alias of the namespaces row
 * @param user SQL of the user's level in it, and whether they are an admin
 */
export function createsProjects(namespace: string, { level, admin }: { level: string; admin: string }): string {
  const cases = Object.entries(CREATE_PROJECTS).map(([name, { from }]) => `when '${name}' then ${level} >= ${from}`);
  return `case ${namespace}.project_creation_level ${cases.join(' ')} when 'administrator' then ${admin} else false end`;
}

/** SQL of the rule of `CREATE_SUBGROUP`. @param level SQL of the user's level in the namespace */
export function createsSubgroups(namespace: string, level: string): string {
  const cases = Object.entries(CREATE_SUBGROUP).map(([name, { from }]) => `when '${name}' then ${level} >= ${from}`);
  return `case ${namespace}.subgroup_creation_level ${cases.join(' ')} end`;
}

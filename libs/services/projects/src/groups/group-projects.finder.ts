import { isActive } from '../access/levels.finder.js';
import type { ProjectScope } from '../projects/projects.finder.js';
import type { GroupProjects } from './group.rules.js';

/** Projects directly in a group, not in its subgroups. */
export function insideOf(groupId: number): ProjectScope {
  return (parameter) => `p.namespace_id = ${parameter(groupId)}::bigint`;
}

/** Projects in a group and its subgroups. */
export function below(groupId: number): ProjectScope {
  return (parameter) => isBelow(`${parameter(groupId)}::bigint`);
}

/** Projects from elsewhere that are shared with a group. */
export function sharedWith(groupId: number): ProjectScope {
  return (parameter) => {
    const group = `${parameter(groupId)}::bigint`;
    return `${isShared(group)} and p.namespace_id <> ${group}`;
  };
}

/** Projects directly in a group, and others on request. */
export function projectsOf(groupId: number, { subgroups, shared }: GroupProjects): ProjectScope {
  return (parameter) => {
    const group = `${parameter(groupId)}::bigint`;
    const inside = subgroups ? isBelow(group) : `p.namespace_id = ${group}`;
    return shared ? `(${inside} or ${isShared(group)})` : inside;
  };
}

function isBelow(group: string): string {
  return `p.namespace_id = any (array(
    select below.id from namespaces below where below.id = ${group} or below.ancestor_ids @> array[${group}]))`;
}

function isShared(group: string): string {
  return `p.id = any (array(select link.project_id from project_group_links link
    where link.group_id = ${group} and ${isActive('link')}))`;
}

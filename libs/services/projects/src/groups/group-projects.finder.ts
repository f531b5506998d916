import { isActive } from '../access/levels.finder.js';
import type { ProjectScope } from '../projects/projects.finder.js';

/** Projects directly in a group, not in its subgroups. */
export function insideOf(groupId: number): ProjectScope {
  return (parameter) => `p.namespace_id = ${parameter(groupId)}::bigint`;
}

/** Projects from elsewhere that are shared with a group. */
export function sharedWith(groupId: number): ProjectScope {
  return (parameter) => {
    const group = `${parameter(groupId)}::bigint`;
    return `${isShared(group)} and p.namespace_id <> ${group}`;
  };
}

/** Projects directly in a group, and those shared with it. */
export function insideOrShared(groupId: number): ProjectScope {
  return (parameter) => {
    const group = `${parameter(groupId)}::bigint`;
    return `(p.namespace_id = ${group} or ${isShared(group)})`;
  };
}

function isShared(group: string): string {
  return `p.id = any (array(select link.project_id from project_group_links link
    where link.group_id = ${group} and ${isActive('link')}))`;
}

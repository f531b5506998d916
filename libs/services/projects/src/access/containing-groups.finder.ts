import type { MemberSourceKind } from '../members/membership.rules.js';

const CONTAINING: Readonly<Record<MemberSourceKind, (id: string) => string>> = {
  project: (id) => `array(select unnest(n.ancestor_ids || n.id)
    from projects p join namespaces n on n.id = p.namespace_id where p.id = ${id})`,
  group: (id) => `array(select unnest(n.ancestor_ids) from namespaces n where n.id = ${id})`,
};

/** SQL array of the ids of the groups that contain a project or group: all ancestors, without the group itself. @param id SQL of its id */
export function containingGroups(kind: MemberSourceKind, id: string): string {
  return CONTAINING[kind](id);
}

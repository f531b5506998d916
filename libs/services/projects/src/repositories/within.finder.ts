/** SQL condition: a project is in a namespace or below it. @param project, namespace aliases of their rows */
export function isWithin(project: string, namespace: string): string {
  return `${project}.namespace_id = any (array(
      select ${namespace}.id union all select below.id from namespaces below where below.ancestor_ids @> array[${namespace}.id]))`;
}

/** SQL condition: a project is in a namespace or below it. @param project, namespace aliases of their rows */
export function isWithin(project: string, namespace: string): string {
  return `${project}.namespace_id = any (array(
      select ${namespace}.id union all select below.id from namespaces below where below.ancestor_ids @> array[${namespace}.id]))`;
}

/** SQL condition: the size of all repositories is limited in the namespace on top of a namespace. */
export function limitsStorage(namespace: string): string {
  return `exists (select from namespaces top
      where top.id = coalesce(${namespace}.ancestor_ids[1], ${namespace}.id) and top.storage_size_limit is not null)`;
}

/** SQL of a setting of repositories for the project `p` in the namespace `n`: its own, or that of the nearest group with one; null without any. */
export function nearest(column: 'repository_size_limit' | 'repository_copies'): string {
  return `coalesce(p.${column}, (
      select around.${column} from namespaces around
      where around.id = any (n.ancestor_ids || n.id) and around.${column} is not null
      order by cardinality(around.ancestor_ids) desc limit 1))`;
}

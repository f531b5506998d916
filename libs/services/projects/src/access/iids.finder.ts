/**
 * SQL that takes the next number of a kind of records in the project or group `$1`. The counter's row stays locked until the transaction ends,
 * and no number is assigned twice.
 */
export function nextIid(parent: 'project_id' | 'namespace_id', kind: 'issue' | 'milestone'): string {
  return `insert into iid_counters as counted (${parent}, kind, last) values ($1, '${kind}', 1)
    on conflict (${parent}, kind) where ${parent} is not null do update set last = counted.last + 1 returning last`;
}

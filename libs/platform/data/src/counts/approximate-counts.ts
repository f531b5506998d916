import type { Db, Row } from '../db.js';

/** Rows that are counted; of more, the planner estimates the number. */
const EXACT = 10_000;

interface Explained extends Row {
  readonly 'QUERY PLAN': readonly { readonly Plan: { readonly 'Plan Rows': number } }[];
}

/**
 * Returns the number of rows of each source: exact up to 10 000, above that the planner's estimate, which is as old as the statistics of the
 * table. Counting costs the same however many rows there are.
 * @param sources SQL of table and condition: `users u where u.state = 'active'`
 */
export async function approximateCounts<Name extends string>(
  db: Db,
  sources: Readonly<Record<Name, string>>,
): Promise<Record<Name, number>> {
  const names = Object.keys(sources) as Name[];
  const counts = names.map(
    (name) => `(select count(*)::int from (select from ${sources[name]} limit ${EXACT + 1}) counted)`,
  );
  const [row] = await db.prepared<Record<Name, number>>(
    `select ${names.map((name, place) => `${counts[place]} as "${name}"`).join(', ')}`,
  );
  const counted = { ...row! };
  for (const name of names)
    if (counted[name] > EXACT) {
      const [explained] = await db.prepared<Explained>(`explain (format json) select from ${sources[name]}`);
      counted[name] = Math.max(counted[name], Math.round(explained!['QUERY PLAN'][0]!.Plan['Plan Rows']));
    }
  return counted;
}

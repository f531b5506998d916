import { isAuthorised } from '../../members/members.store.js';

/** What a walk reads of each visibility beyond what the page may need. */
const FURTHER = 100;
const AHEAD = 2;

interface Walk {
  /** SQL conditions on a row `p`, one for each closed visibility. */
  readonly conditions: readonly string[];
  /** SQL of the value that the list is ordered by, on a row `p`. */
  readonly column: string;
  readonly sort: 'asc' | 'desc';
  /** SQL of how many rows the page needs at most, from the first one on. */
  readonly most: string;
  /** SQL of the viewer's id. */
  readonly user: string;
}

/**
 * SQL of named queries, to stand behind `mine` and the open part `open` (id, key) of a list: `walked` are the first closed projects of the list,
 * `edge` is the last row of the open part that the page may need, `reaches` says whether all closed projects ahead of it were walked through,
 * and `closed` (id, key) are those of them that are the viewer's. Where they lie as close together as the open ones, that is a few
 * rows more than a page has, however many projects the viewer has. Where `reaches` is false, `closed` is empty.
 */
export function closedWalk({ conditions, column, sort, most, user }: Walk): string {
  const [ahead, back] = sort === 'asc' ? ['<', 'desc'] : ['>', 'asc'];
  const order = `order by key ${sort}, id ${sort}`;
  const walk = `${AHEAD} * ${most}::bigint + ${FURTHER}`;
  return `
    edge as (select key, id from open ${order} offset ${most}::bigint - 1 limit 1),
    ${conditions
      .map(
        (condition, index) => `walked_${index} as materialized (
          select p.id, ${column} as key, p.namespace_id from projects p where ${condition}
          order by ${column} ${sort}, p.id ${sort} limit ${walk})`,
      )
      .join(', ')},
    reaches as (select ${conditions
      .map(
        (_, index) => `((select count(*) from walked_${index}) < ${walk}
          or coalesce((select (edge.key, edge.id) ${ahead} (last.key, last.id)
            from edge, (select key, id from walked_${index} order by key ${back}, id ${back} limit 1) last), false))`,
      )
      .join(' and ')} as all),
    closed as (
      select p.id, p.key from (${conditions.map((_, index) => `select * from walked_${index}`).join(' union all ')}) p
      where (select reaches.all from reaches)
        and coalesce((select (p.key, p.id) ${ahead} (edge.key, edge.id) from edge), true)
        and ${isAuthorised('p', user)})`;
}

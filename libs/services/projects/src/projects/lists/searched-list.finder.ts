import { isAuthorised } from '../../members/members.store.js';

/** So many projects are looked at one by one: of the viewer, or closed ones that a search finds. */
const FEW = 500;

interface Searched {
  /** SQL conditions on a row `p`, one for each visibility: what is open to the viewer, and what is not. */
  readonly open: readonly string[];
  readonly closed: readonly string[];
  /** SQL conditions of the viewer's part of what is closed. */
  readonly own: readonly string[];
  /** SQL of the list's conditions, the search among them, each with an `and` before it. */
  readonly filters: string;
  /** SQL of the value that the list is ordered by, on a row `p`. */
  readonly column: string;
  readonly sort: 'asc' | 'desc';
  /** SQL of how many rows the page needs at most, from the first one on. */
  readonly most: string;
  /** Where a search finds more of what is open, the page is read in the order of the list. */
  readonly atMost: number;
  /** SQL of the viewer's id. */
  readonly user: string;
}

/** SQL of named queries, of queries of `id` and `key` that read them, and of how many rows the list has; empty where they cannot tell. */
export interface Queries {
  readonly named: readonly string[];
  readonly parts: readonly string[];
  readonly total: string;
}

/**
 * What a search finds, whether that is next to nothing or nearly everything, looked up once by the letters of each visibility.
 * All of what is open is found, which tells how much there is of it and what comes first. Of what is closed, little is asked whether it is
 * the viewer's; where there is much, the viewer's own is searched instead. Named queries are planned as if they were read to their end, so
 * that PostgreSQL takes the index of letters; they stop where their readers do.
 */
export function searchedList(search: Searched): Queries {
  const open = openPart(search);
  const own = ownPart(search);
  return {
    named: [...open.named, ...own.named],
    parts: [...open.parts, ...own.parts],
    total: [open.total, own.total].filter(Boolean).join(' + '),
  };
}

function openPart({ open, filters, column, sort, most, atMost }: Searched): Queries {
  if (open.length === 0) return { named: [], parts: [], total: '' };
  const hit = (condition: string) => `select p.id, ${column} as key from projects p where ${condition}${filters}`;
  const first = `from hits limit ${atMost + 1}`;
  const isCut = '(select found.are_more from found)';
  return {
    named: [
      `hits as materialized (${open.map(hit).join(' union all ')})`,
      `found as (select count(*) as count, count(*) > ${atMost} as are_more from (select ${first}) hit)`,
    ],
    parts: [
      `(select id, key from (select id, key ${first}) hit where not ${isCut})`,
      ...open.map(
        (condition) => `(${hit(condition)} and ${isCut} order by ${column} ${sort}, p.id ${sort} limit ${most})`,
      ),
    ],
    total: '(select found.count from found)',
  };
}

/**
 * Whoever has few projects: those are searched. Otherwise what the search finds is asked whether it is theirs, unless that is much more.
 * Their projects are found without the letters, since PostgreSQL would look up everything that has those to find the few that are theirs.
 */
function ownPart({ closed, own, filters, column, user }: Searched): Queries {
  if (closed.length === 0) return { named: [], parts: [], total: '' };
  const hit = (condition: string) =>
    `select p.id, ${column} as key, p.namespace_id from projects p where ${condition}${filters}`;
  const areAsked = '(select asked.are_all from asked)';
  const searched = own.map(
    (
      condition,
    ) => `union all (select p.id, ${column} from (select p.* from projects p where ${condition} and not ${areAsked} offset 0) p
      where true${filters})`,
  );
  return {
    named: [
      `held as (select count(*) <= ${FEW} as are_few from (
        (select from projects inside where inside.namespace_id = any (array(select id from mine)) limit ${FEW + 1})
        union all (select from reached limit ${FEW + 1})) each)`,
      `hidden as materialized (${closed.map(hit).join(' union all ')})`,
      `near as materialized (select * from hidden where not (select held.are_few from held) limit ${FEW + 1})`,
      `asked as (select count(*) <= ${FEW} and not (select held.are_few from held) as are_all from near)`,
      `own as materialized (
        select p.id, p.key from near p where ${areAsked} and ${isAuthorised('p', user)} ${searched.join(' ')})`,
    ],
    parts: ['select id, key from own'],
    total: '(select count(*) from own)',
  };
}

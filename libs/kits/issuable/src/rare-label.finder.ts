import type { Db, Row } from '@hearth/data';
import type { IssuableTables } from './list.finder.js';

/** Links of a label that are read to find its rows. Rows with a label of more links come soon enough in the order of a list. */
const FEW_LINKS = 5_000;

/**
 * Returns the name of the labels with the fewest links, among the names that a list asks for; undefined where each has many. A list finds its
 * rows by these links, since walking it would read all rows where only few have the label.
 */
export async function rareLabelOf(
  db: Db,
  { labels: names = [] }: { readonly labels?: readonly string[] },
  { labelled, labels }: IssuableTables,
): Promise<string | undefined> {
  if (names.length === 0) return undefined;
  const text = `select asked.name from unnest($1::text[]) as asked (name) cross join lateral (select count(*) as links from (
      select from ${labels} l join ${labelled} held on held.label_id = l.id where l.name = asked.name limit ${FEW_LINKS + 1}) link) linked
    where linked.links <= ${FEW_LINKS} order by linked.links limit 1`;
  const [rare] = await db.prepared<{ name: string } & Row>(text, [names]);
  return rare?.name;
}

import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db, Row } from '../db.js';

const MOST_REMEMBERED = 10_000;
const REMEMBERED_MS = 60_000;

/** Rows of statements that counted many, by database and a digest of the text and its values. */
const remembered = new WeakMap<Db, LRUCache<string, Row>>();

/**
 * Returns the only row of a statement that counts. Where it counts many rows it is not executed again for a minute: counting ten thousand rows
 * costs more than the page of a list, and clients read a long list page by page.
 * @param text prepared
 * @param isMany whether the counts of the row are remembered
 */
export async function rememberedCount<R extends Row>(
  db: Db,
  text: string,
  values: readonly unknown[],
  isMany: (counted: R) => boolean,
): Promise<R> {
  const rows = remembered.get(db) ?? new LRUCache<string, Row>({ max: MOST_REMEMBERED, ttl: REMEMBERED_MS });
  remembered.set(db, rows);
  const key = createHash('sha1').update(text).update(JSON.stringify(values)).digest('base64');
  const known = rows.get(key);
  if (known) return known as R;
  const [counted] = await db.prepared<R>(text, values);
  if (isMany(counted!)) rows.set(key, counted!);
  return counted!;
}

/**
 * Returns the number of rows that a statement counts up to one more than `most`; undefined beyond it.
 * @param text prepared; has a row with `count`
 * @param above numbers above this are remembered for a minute
 */
export async function boundedCount(
  db: Db,
  most: number,
  text: string,
  values: readonly unknown[],
  above = most,
): Promise<number | undefined> {
  const isMany = ({ count }: { count: number }) => count > above;
  const { count } = await rememberedCount<{ count: number } & Row>(db, text, values, isMany);
  return count > most ? undefined : count;
}

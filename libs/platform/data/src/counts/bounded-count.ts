import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Db } from '../db.js';

const MOST_REMEMBERED = 10_000;
const REMEMBERED_MS = 60_000;

/** Statements that counted more than their bound, by database: a digest of the text and its values. */
const beyond = new WeakMap<Db, LRUCache<string, true>>();

/**
 * Returns the number of rows that a statement counts up to one more than `most`; undefined beyond it. A statement that counted more is not
 * executed again for a minute: counting ten thousand rows costs more than the page of a list, and clients read a long list page by page.
 * @param text prepared; has a row with `count`
 */
export async function boundedCount(
  db: Db,
  most: number,
  text: string,
  values: readonly unknown[],
): Promise<number | undefined> {
  const remembered = beyond.get(db) ?? new LRUCache<string, true>({ max: MOST_REMEMBERED, ttl: REMEMBERED_MS });
  beyond.set(db, remembered);
  const key = createHash('sha1').update(text).update(JSON.stringify(values)).digest('base64');
  if (remembered.has(key)) return undefined;
  const [counted] = await db.prepared<{ count: number }>(text, values);
  const { count } = counted!;
  if (count <= most) return count;
  remembered.set(key, true);
  return undefined;
}

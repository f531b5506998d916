import { until } from '@hearth/data/testing';
import type { TestDatabase } from './test-database.js';

/** Longer than any wait for a lock in these specs. */
const PATIENCE_MS = 4_000;

/**
 * Sends requests while the spec's own connection holds locks, so that they wait at the same time however fast they are.
 * @param hold statements that begin a transaction and take the locks
 * @param release statements that end that transaction, once every request waits
 * @returns the results of the requests
 */
export async function whileHeld<T>(
  database: TestDatabase,
  hold: readonly string[],
  requests: readonly (() => Promise<T>)[],
  release: string,
): Promise<T[]> {
  for (const statement of hold) await database.query(statement);
  const answers = Promise.all(requests.map((request) => request()));
  const allWait = async () => {
    // Within a transaction the statistics stay a snapshot otherwise.
    await database.query('select pg_stat_clear_snapshot()');
    return (await database.lockWaits()) === requests.length;
  };
  await until('every request waits', allWait, PATIENCE_MS).finally(() => database.query(release));
  return answers;
}

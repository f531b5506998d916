import type { CiApp } from './ci-app.js';

/** Returns whether at least so many statements wait for locks. */
export async function isLocked(app: CiApp, count = 1): Promise<boolean> {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return (await app.testDatabase.query(text)).length >= count;
}

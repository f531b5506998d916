import type { Db, Tx } from '@hearth/data';

/**
 * Counts an attempt in a statement that commits before the handler runs, so that an event which kills its process is counted too. The
 * commit does not wait for the disk, which would cost as much as the handler's own: a crash of PostgreSQL may lose the attempt, and then
 * there is one more.
 * @param count 1, or 0 when the last attempt failed because the database was unavailable and does not count
 * @returns the number of the attempt; 0 when the event was already handled or dead-lettered
 */
export async function beginAttempt(db: Db, eventId: string, handler: string, count: 0 | 1): Promise<number> {
  const [row] = await db.prepared<{ attempts: number }>(
    `insert into inbox as i (event_id, handler, attempts)
     select $1::uuid, $2::text, 1 from set_config('synchronous_commit', 'off', true)
     on conflict (event_id, handler) do update set attempts = i.attempts + $3::int where i.state = 'open'
     returning attempts`,
    [eventId, handler, count],
  );
  return row?.attempts ?? 0;
}

/** Locks the row for this transaction and marks it as handled; false when another delivery has done so meanwhile. */
export async function markHandled(tx: Tx, eventId: string, handler: string, state: 'done' | 'dead'): Promise<boolean> {
  const rows = await tx.prepared(
    `update inbox set state = $3, handled_at = now() where event_id = $1 and handler = $2 and state = 'open' returning attempts`,
    [eventId, handler, state],
  );
  return rows.length > 0;
}

/** Stores the last error with the row, for diagnosis and for a dead letter whose process was killed. */
export async function noteError(db: Db, eventId: string, handler: string, error: string): Promise<void> {
  await db.prepared(`update inbox set last_error = $3 where event_id = $1 and handler = $2`, [eventId, handler, error]);
}

/** Returns the error of the last attempt that stored one. */
export async function lastError(db: Db, eventId: string, handler: string): Promise<string | undefined> {
  const [row] = await db.prepared<{ last_error: string | null }>(
    'select last_error from inbox where event_id = $1 and handler = $2',
    [eventId, handler],
  );
  return row?.last_error ?? undefined;
}

/** Resets the row, so that the handler gets the event again with all its attempts. */
export async function reopen(tx: Tx, eventId: string, handler: string): Promise<void> {
  await tx.prepared(
    `insert into inbox (event_id, handler, attempts) values ($1, $2, 0)
     on conflict (event_id, handler) do update set state = 'open', attempts = 0, handled_at = null`,
    [eventId, handler],
  );
}

/** Deletes up to `limit` rows that were finished before `before`. Returns how many. */
export async function deleteHandled(db: Db, before: Date, limit: number): Promise<number> {
  const rows = await db.prepared(
    `delete from inbox where (event_id, handler) in (
       select event_id, handler from inbox where handled_at < $1 order by handled_at limit $2 for update skip locked
     ) returning event_id`,
    [before, limit],
  );
  return rows.length;
}

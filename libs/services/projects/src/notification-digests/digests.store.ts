import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import type { Digest } from './digest.rules.js';

/** Mails in one digest; those that do not fit go with the next. */
const MOST_MAILS = 200;
/** Users whose digests one statement makes. */
const MOST_USERS = 200;

const CHOSEN = `
  select user_id as "userId", digest from notification_settings
  where user_id = any ($1::bigint[]) and project_id is null and namespace_id is null and digest <> 'none'`;

const INSERT = `
  insert into digest_entries (user_id, notification, due_at)
  select * from unnest($1::bigint[], $2::jsonb[], $3::timestamptz[])`;

/** Rows that a transaction of another process takes at the same time are left to it. */
const MAKE = `
  with due as materialized (
    select user_id, gen_random_uuid() as batch from (
      select distinct user_id from digest_entries where batch is null and due_at <= $1 order by user_id limit ${MOST_USERS}) users),
  taken as (
    select waiting.id, due.batch from due cross join lateral (
      select id from digest_entries where user_id = due.user_id and batch is null
      order by id limit ${MOST_MAILS} for update skip locked) waiting),
  marked as (
    update digest_entries e set batch = taken.batch from taken where e.id = taken.id returning e.user_id, e.batch)
  select distinct user_id as "userId", batch from marked`;

const TRIM = `delete from digest_entries where id in (
  select id from digest_entries where due_at < $1::timestamptz - interval '3 days' order by due_at limit $2) returning 1`;

/** Digest of a user. */
export interface MadeDigest {
  readonly userId: number;
  readonly batch: string;
}

/** SQL of the mails that are gathered. */
@Injectable()
export class DigestsStore {
  /** Digests of the users who have chosen one. */
  async chosenBy(db: Db, userIds: readonly number[]): Promise<ReadonlyMap<number, Digest>> {
    const rows = await db.prepared<{ userId: number; digest: Digest }>(CHOSEN, [userIds]);
    return new Map(rows.map(({ userId, digest }) => [userId, digest] as const));
  }

  async insert(
    tx: Tx,
    entries: readonly { readonly userId: number; readonly notification: object; readonly dueAt: Date }[],
  ): Promise<void> {
    if (entries.length === 0) return;
    await tx.prepared(INSERT, [
      entries.map(({ userId }) => userId),
      entries.map(({ notification }) => JSON.stringify(notification)),
      entries.map(({ dueAt }) => dueAt),
    ]);
  }

  /** Puts the waiting mails of users with a due one into digests, a bounded number. @returns the digests */
  make(tx: Tx, now: Date): Promise<MadeDigest[]> {
    return tx.prepared<MadeDigest & Row>(MAKE, [now]);
  }

  /** Mails of a digest, the oldest first. */
  ofBatch(db: Db, batch: string): Promise<{ id: number; notification: unknown }[]> {
    return db.prepared<{ id: number; notification: unknown }>(
      'select id, notification from digest_entries where batch = $1 order by id',
      [batch],
    );
  }

  async delete(tx: Tx, batch: string): Promise<void> {
    await tx.prepared('delete from digest_entries where batch = $1', [batch]);
  }

  /** Deletes up to `most` rows that could not be sent for days. @returns how many */
  async trim(tx: Tx, now: Date, most: number): Promise<number> {
    return (await tx.prepared(TRIM, [now, most])).length;
  }
}

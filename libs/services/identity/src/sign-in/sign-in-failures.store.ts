import { Injectable } from '@nestjs/common';
import type { Db, Tx } from '@hearth/data';
import type { BanLimits } from './ban-limits.js';

/** Rows that one failure clears away at most; it leaves one behind. */
const TRIM_ROWS = 20;

const STATE = 'select coalesce(banned_until > $2, false) as banned from sign_in_failures where key = $1';

const FORGET = 'delete from sign_in_failures where key = $1 and (banned_until is null or banned_until <= $2)';

const TRIM = `
  with budgets as (
    delete from sign_in_budgets where key in (
      select key from sign_in_budgets where expires_at <= $1 order by expires_at limit ${TRIM_ROWS} for update skip locked)),
  networks as (
    delete from sign_in_networks where (user_id, network) in (
      select user_id, network from sign_in_networks where expires_at <= $1 order by expires_at limit ${TRIM_ROWS}
      for update skip locked))
  delete from sign_in_failures where key in (
    select key from sign_in_failures where expires_at <= $1 order by expires_at limit ${TRIM_ROWS} for update skip locked)`;

/**
 * $2 now, $3 failures that are a ban, $4 and $5 the window and the ban in milliseconds. A ban that stands is left as it is: failures
 * during it do not make it longer.
 */
const COUNT = `
  insert into sign_in_failures as f (key, failed_at, banned_until, expires_at)
  values ($1, array[$2::timestamptz], null, $2::timestamptz + $4 * interval '1 millisecond')
  on conflict (key) do update set (failed_at, banned_until, expires_at) = (
    select case when banned then '{}' else recent end,
           case when banned then $2::timestamptz + $5 * interval '1 millisecond' end,
           $2::timestamptz + case when banned then $5 else $4 end * interval '1 millisecond'
    from (select array(select each from unnest(f.failed_at) each
                       where each > $2::timestamptz - $4 * interval '1 millisecond') || $2::timestamptz as recent) failures,
         lateral (select cardinality(recent) >= $3 as banned) verdict)
  where f.banned_until is null or f.banned_until <= $2
  returning banned_until as "bannedUntil"`;

/** SQL about failed sign-ins of one login from one network. */
@Injectable()
export class SignInFailuresStore {
  /** Whether attempts under the key are banned now; undefined while none of them has failed. */
  async state(db: Db, key: Buffer, now: Date): Promise<{ banned: boolean } | undefined> {
    const [state] = await db.prepared<{ banned: boolean }>(STATE, [key, now]);
    return state;
  }

  /** Counts a failure. Returns the end of the ban that begins with it; null for any other. */
  async count(tx: Tx, key: Buffer, now: Date, limits: BanLimits): Promise<Date | null> {
    const values = [key, now, limits.failures, limits.windowMs, limits.banMs];
    const [counted] = await tx.prepared<{ bannedUntil: Date | null }>(COUNT, values);
    return counted?.bannedUntil ?? null;
  }

  /** Forgets what has failed, unless a ban stands. */
  async forget(tx: Tx, key: Buffer, now: Date): Promise<void> {
    await tx.prepared(FORGET, [key, now]);
  }

  /**
   * Removes some of the rows that say nothing any more, here and in the tables of the budgets: more than a failure adds, so they stay as
   * small as what is going on.
   * It waits for nobody's lock, so it may come after a count.
   */
  async trim(tx: Tx, now: Date): Promise<void> {
    await tx.prepared(TRIM, [now]);
  }
}

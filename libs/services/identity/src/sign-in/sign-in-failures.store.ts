import { Injectable } from '@nestjs/common';
import type { Db, Tx } from '@hearth/data';
import type { BanLimits } from './ban-limits.js';

/** Maximum number of rows that one failure removes; it adds one. */
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
 * `$2` now, `$3` number of failures before a ban, `$4` and `$5` window and ban in milliseconds. Failures during a ban do not extend it.
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
  /** Returns whether attempts under the key are banned; undefined without failures. */
  async state(db: Db, key: Buffer, now: Date): Promise<{ banned: boolean } | undefined> {
    const [state] = await db.prepared<{ banned: boolean }>(STATE, [key, now]);
    return state;
  }

  /** Counts a failure. Returns the end of the ban that starts with it; otherwise null. */
  async count(tx: Tx, key: Buffer, now: Date, limits: BanLimits): Promise<Date | null> {
    const values = [key, now, limits.failures, limits.windowMs, limits.banMs];
    const [counted] = await tx.prepared<{ bannedUntil: Date | null }>(COUNT, values);
    return counted?.bannedUntil ?? null;
  }

  /** Removes the failures under a key, unless it is banned. */
  async forget(tx: Tx, key: Buffer, now: Date): Promise<void> {
    await tx.prepared(FORGET, [key, now]);
  }

  /**
   * Removes some expired rows here and in the tables of the budgets: more than a failure adds, so the tables do not grow with past attempts.
   * Locked rows are skipped, so it never waits and can follow a count.
   */
  async trim(tx: Tx, now: Date): Promise<void> {
    await tx.prepared(TRIM, [now]);
  }
}

import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';

/** Days that a network stays known after a sign-in. */
const KNOWN_DAYS = 90;

/**
 * `$1` keys, `$2` key of the ban, `$3` now, `$4` window in milliseconds. Nothing is counted during a ban, so that a client which repeats an
 * old password does not use up the budgets. Keys are locked in a fixed order.
 */
const CHARGE = `
  insert into sign_in_budgets as b (key, used, expires_at)
  select key, 1, $3::timestamptz + $4 * interval '1 millisecond' from unnest($1::bytea[]) key
  where not exists (select from sign_in_failures f where f.key = $2 and f.banned_until > $3)
  order by key
  on conflict (key) do update set (used, expires_at) = (
    select case when anew then 1 else b.used + 1 end, case when anew then excluded.expires_at else b.expires_at end
    from (select b.expires_at <= $3 as anew) verdict)
  returning key, used, expires_at as "expiresAt"`;

const REFUND = `
  update sign_in_budgets set used = used - 1
  where key in (select key from sign_in_budgets where key = any($1::bytea[]) order by key for update)
    and expires_at > $2 and used > 0`;

/** Reads the networks as before the statement: a network is new if other networks are known and it is not. */
const REMEMBER = `
  with known as (select network from sign_in_networks where user_id = $1 and expires_at > $3)
  insert into sign_in_networks as n (user_id, network, expires_at)
  values ($1, $2, $3::timestamptz + interval '${KNOWN_DAYS} days')
  on conflict (user_id, network) do update set expires_at = excluded.expires_at
  returning exists (select from known) and not exists (select from known where network = $2) as "isNew"`;

export interface CountedKey {
  readonly key: Buffer;
  readonly used: number;
  readonly expiresAt: Date;
}

/** All SQL about budgets of failed sign-ins and the networks that users have signed in from. */
@Injectable()
export class SignInBudgetsStore {
  /** Counts an attempt under each of its keys, unless `banKey` is banned. Returns the current counts. */
  charge(
    tx: Tx,
    { keys, banKey }: { keys: readonly Buffer[]; banKey: Buffer },
    now: Date,
    windowMs: number,
  ): Promise<CountedKey[]> {
    return tx.prepared<CountedKey & Record<string, unknown>>(CHARGE, [keys, banKey, now, windowMs]);
  }

  /** Refunds an attempt that did not fail. */
  async refund(tx: Tx, keys: readonly Buffer[], now: Date): Promise<void> {
    await tx.prepared(REFUND, [keys, now]);
  }

  /** Adds a network to the user's known ones. @returns whether it is new while others were known */
  async remember(tx: Tx, userId: number, network: Buffer, now: Date): Promise<boolean> {
    const [remembered] = await tx.prepared<{ isNew: boolean }>(REMEMBER, [userId, network, now]);
    return remembered!.isNew;
  }
}

import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';

/** How long a network stays known as the user's after a sign-in that made it so. */
const KNOWN_DAYS = 90;

/**
 * $1 keys, $2 the key that bans are by, $3 now, $4 the window in milliseconds. While a ban stands nothing is counted: one client that
 * goes on with an old password uses up nobody's budget. Keys are locked in their order.
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

/** What is known is read as it was before the statement: one network beside this one, and not this one. */
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
  /** Counts an attempt under each of its keys, unless `banKey` is banned. Returns what is counted now. */
  charge(
    tx: Tx,
    { keys, banKey }: { keys: readonly Buffer[]; banKey: Buffer },
    now: Date,
    windowMs: number,
  ): Promise<CountedKey[]> {
    return tx.prepared<CountedKey & Record<string, unknown>>(CHARGE, [keys, banKey, now, windowMs]);
  }

  /** Takes back a count: the attempt did not fail. */
  async refund(tx: Tx, keys: readonly Buffer[], now: Date): Promise<void> {
    await tx.prepared(REFUND, [keys, now]);
  }

  /** Makes a network one that the user has signed in from. @returns whether the user had others, and not this one */
  async remember(tx: Tx, userId: number, network: Buffer, now: Date): Promise<boolean> {
    const [remembered] = await tx.prepared<{ isNew: boolean }>(REMEMBER, [userId, network, now]);
    return remembered!.isNew;
  }
}

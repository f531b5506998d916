import { Injectable } from '@nestjs/common';
import type { Db, Tx } from '@hearth/data';
import { EXISTS } from '../users/users.store.js';

/** Address that waits for its confirmation. */
export interface AwaitedEmail {
  readonly userId: number;
  readonly email: string;
}

/** Unconfirmed addresses: the main one, the requested new main one, and those beside it. */
const AWAITS = `
  select u.name,
    exists (select from users o where lower(o.email) = lower($2::text) and o.id <> $1::bigint)
      or exists (select from user_emails o where lower(o.email) = lower($2::text) and o.user_id <> $1::bigint and o.ends_at is null)
      as "ofAnother"
  from users u
  where u.id = $1 and ${EXISTS}
    and (lower(u.unconfirmed_email) = lower($2::text) or (u.confirmed_at is null and lower(u.email) = lower($2::text))
      or exists (select from user_emails e
        where e.user_id = u.id and lower(e.email) = lower($2::text) and e.confirmed_at is null and (e.ends_at > $3) is not false))`;

/** `$4` start of the period in which mails count, `$5` their maximum number. */
const INSERT = `
  insert into email_confirmations (token_hash, user_id, email, sent_at)
  select $1::bytea, $2::bigint, $3::text, $6::timestamptz
  where (select count(*) from email_confirmations where user_id = $2 and sent_at > $4) < $5
  returning user_id`;

const FIND = `
  select user_id as "userId", email from email_confirmations where token_hash = $1 and sent_at > $2`;

const REMOVE_OLD = `
  delete from email_confirmations
  where token_hash = any (array(select token_hash from email_confirmations where sent_at <= $1 limit $2)) returning 1`;

/** All SQL about confirmation mails. Their tokens are stored as SHA-256. */
@Injectable()
export class ConfirmationsStore {
  /** Returns the user of an unconfirmed address, and whether another user has it by now; undefined when it does not wait any more. */
  async awaits(
    db: Db,
    { userId, email }: AwaitedEmail,
    now: Date,
  ): Promise<{ name: string; ofAnother: boolean } | undefined> {
    const [user] = await db.prepared<{ name: string; ofAnother: boolean }>(AWAITS, [userId, email, now]);
    return user;
  }

  /**
   * Stores a token before it is mailed, unless the user was sent `most` mails since `since`.
   * @returns false when that limit is reached
   */
  async insert(
    tx: Tx,
    { userId, email }: AwaitedEmail,
    tokenHash: Buffer,
    { now, since, most }: { now: Date; since: Date; most: number },
  ): Promise<boolean> {
    await tx.prepared('select from users where id = $1 for no key update', [userId]);
    return (await tx.prepared(INSERT, [tokenHash, userId, email, since, most, now])).length > 0;
  }

  /** @param after earliest time at which the mail may have been sent */
  async find(tx: Tx, tokenHash: Buffer, after: Date): Promise<AwaitedEmail | undefined> {
    const [found] = await tx.prepared<{ userId: number; email: string }>(FIND, [tokenHash, after]);
    return found;
  }

  async remove(db: Db, tokenHash: Buffer): Promise<void> {
    await db.prepared('delete from email_confirmations where token_hash = $1', [tokenHash]);
  }

  /** Removes a user's mails that no longer count. */
  async trim(tx: Tx, userId: number, before: Date): Promise<void> {
    await tx.prepared('delete from email_confirmations where user_id = $1 and sent_at <= $2', [userId, before]);
  }

  /** Removes up to `most` mails sent before the time. @returns the number of removed rows */
  async removeOld(tx: Tx, before: Date, most: number): Promise<number> {
    return (await tx.prepared(REMOVE_OLD, [before, most])).length;
  }
}

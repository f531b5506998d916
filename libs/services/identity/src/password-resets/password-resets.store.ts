import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import { IS_PERSON, MAY_SIGN_IN } from '../users/users.store.js';

/** User who may sign in, and may choose a new password. */
export interface ResettingUser {
  readonly userId: number;
  readonly username: string;
  readonly name: string;
  readonly email: string;
}

/** User who has requested a link where no mail is sent. */
export interface ResetRequest {
  readonly userId: number;
  readonly username: string;
  readonly name: string;
  readonly requestedAt: Date;
}

/** One of the two parameters is null. Sub-selects allow PostgreSQL to keep one plan for both. */
const RECIPIENT = `
  select u.id as "userId", u.username, u.name, u.email from users u
  where (u.id = (select $1::bigint) or lower(u.email) = lower((select $2::text))) and ${MAY_SIGN_IN} and ${IS_PERSON}`;
const FIND = `
  select r.user_id as "userId" from password_resets r join users u on u.id = r.user_id
  where r.token_hash = $1 and r.sent_at > $2 and ${MAY_SIGN_IN}`;
/** `$4` start of the period in which links count, `$5` their maximum number. */
const INSERT = `
  insert into password_resets (token_hash, user_id, sent_at) select $1::bytea, $2::bigint, $3::timestamptz
  where (select count(*) from password_resets where user_id = $2 and sent_at > $4) < $5 returning user_id`;
const ASK = `
  insert into password_reset_requests (user_id, requested_at) values ($1, $2)
  on conflict (user_id) do update set requested_at = excluded.requested_at`;
const REQUESTS = `
  select u.id as "userId", u.username, u.name, q.requested_at as "requestedAt"
  from password_reset_requests q join users u on u.id = q.user_id where ${MAY_SIGN_IN}
  order by q.requested_at desc, u.id limit $1`;

const REMOVE_OLD = `
  delete from password_resets
  where token_hash = any (array(select token_hash from password_resets where sent_at <= $1 limit $2)) returning 1`;

/** All SQL about links for new passwords. Their tokens are stored as SHA-256. */
@Injectable()
export class PasswordResetsStore {
  /** Finds the user with an id who may sign in, or with a main address (case-insensitively). */
  async recipient(
    db: Db,
    { userId, email }: { userId?: number | undefined; email?: string | undefined },
  ): Promise<ResettingUser | undefined> {
    const [user] = await db.prepared<ResettingUser & Row>(RECIPIENT, [userId ?? null, email ?? null]);
    return user;
  }

  /**
   * Stores a token before its link is sent, unless the user got `most` links since `since`.
   * @returns false when that limit is reached
   */
  async insert(
    tx: Tx,
    userId: number,
    tokenHash: Buffer,
    { now, since, most }: { now: Date; since: Date; most: number },
  ): Promise<boolean> {
    await tx.prepared('select from users where id = $1 for no key update', [userId]);
    return (await tx.prepared(INSERT, [tokenHash, userId, now, since, most])).length > 0;
  }

  /** Returns the user of a valid token. @param after earliest time at which the link may have been sent */
  async find(db: Db, tokenHash: Buffer, after: Date): Promise<number | undefined> {
    const [found] = await db.prepared<{ userId: number }>(FIND, [tokenHash, after]);
    return found?.userId;
  }

  async remove(db: Db, tokenHash: Buffer): Promise<void> {
    await db.prepared('delete from password_resets where token_hash = $1', [tokenHash]);
  }

  /** Removes all links of a user. */
  async removeLinks(tx: Tx, userId: number): Promise<void> {
    await tx.prepared('delete from password_resets where user_id = $1', [userId]);
  }

  /** Removes all links of a user, and the user's request. */
  async removeAll(tx: Tx, userId: number): Promise<void> {
    await this.removeLinks(tx, userId);
    await tx.prepared('delete from password_reset_requests where user_id = $1', [userId]);
  }

  /** Removes a user's links that no longer count. */
  async trim(tx: Tx, userId: number, before: Date): Promise<void> {
    await tx.prepared('delete from password_resets where user_id = $1 and sent_at <= $2', [userId, before]);
  }

  /** Removes up to `most` links sent before the time. @returns the number of removed rows */
  async removeOld(tx: Tx, before: Date, most: number): Promise<number> {
    return (await tx.prepared(REMOVE_OLD, [before, most])).length;
  }

  /** Records that a user waits for a link from an admin. */
  async ask(tx: Tx, userId: number, now: Date): Promise<void> {
    await tx.prepared(ASK, [userId, now]);
  }

  /** Lists requests, the newest first. */
  requests(db: Db, most: number): Promise<ResetRequest[]> {
    return db.prepared<ResetRequest & Row>(REQUESTS, [most]);
  }
}

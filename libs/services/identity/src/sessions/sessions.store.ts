import { Injectable } from '@nestjs/common';
import type { Db, Row, Tx } from '@hearth/data';
import type { SignInUser } from '../sign-in/sign-in.rules.js';
import { MAY_SIGN_IN } from '../users/users.store.js';
import { SIGN_IN_USER } from '../sign-in/credentials.store.js';

/** Session to store. */
export interface NewSession {
  readonly idHash: Buffer;
  readonly userId: number;
  readonly clientAddress: string;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly idleAt: Date;
  readonly endsAt: Date;
}

/** Session as visible to its user. */
export interface SessionRecord {
  readonly idHash: Buffer;
  readonly address: string;
  readonly browser: string | null;
  readonly createdAt: Date;
  readonly seenAt: Date;
}

/** Properties of a user that a sign-in depends on. */
export interface SigningInUser {
  readonly username: string;
  readonly passwordHash: string | null;
  readonly passwordExpiresAt: Date | null;
  readonly twoFactorEnabled: boolean;
  readonly isDeactivated: boolean;
}

/** Maximum number of sessions of one user; a further sign-in ends the oldest. */
const MOST_SESSIONS = 100;

const WITH_USER = `
  select ${SIGN_IN_USER}, s.seen_at as "seenAt" from sessions s join users u on u.id = s.user_id
  where s.id_hash = $1 and s.idle_at > $2 and s.ends_at > $2`;

const OF_USER = `
  select id_hash as "idHash", client_address as address, user_agent as browser, created_at as "createdAt", seen_at as "seenAt"
  from sessions where user_id = $1 and idle_at > $2 and ends_at > $2 order by seen_at desc, id_hash limit ${MOST_SESSIONS}`;

const LOCK_USER = `
  select u.username, u.password_hash as "passwordHash", u.password_expires_at as "passwordExpiresAt", u.two_factor_enabled as "twoFactorEnabled",
    u.state = 'deactivated' as "isDeactivated"
  from users u where u.id = $1 and ${MAY_SIGN_IN} for no key update of u`;

const INSERT = `
  insert into sessions (id_hash, user_id, client_address, user_agent, created_at, seen_at, idle_at, ends_at)
  values ($1, $2, $3, $4, $5, $5, $6, $7)`;

const TRIM = `
  delete from sessions where id_hash in
    (select id_hash from sessions where user_id = $1 order by created_at desc, id_hash offset ${MOST_SESSIONS})`;

const SIGNED_IN_AT = 'select created_at as "signedInAt" from sessions where id_hash = $1 and user_id = $2';
const SIGNED_IN = `
  update users set last_sign_in_at = coalesce(current_sign_in_at, $2), current_sign_in_at = $2, last_activity_on = $3
  where id = $1`;

/** Never moves the end forward: a use must not shorten a remembered session. */
const TOUCH = 'update sessions set seen_at = $2, idle_at = greatest(idle_at, $3) where id_hash = $1';
const ACTIVE_ON = `
  update users set last_activity_on = $2 where id = $1 and (last_activity_on is null or last_activity_on < $2)`;

const REMOVE_OLD = `
  delete from sessions where id_hash = any (array(select id_hash from sessions where least(idle_at, ends_at) < $1 limit $2))`;

/** All SQL about sessions. */
@Injectable()
export class SessionsStore {
  /** Returns the user of an active session, in any state, and the session's last use. */
  async withUser(db: Db, idHash: Buffer, now: Date): Promise<(SignInUser & { seenAt: Date }) | undefined> {
    const [found] = await db.prepared<SignInUser & { seenAt: Date }>(WITH_USER, [idHash, now]);
    return found;
  }

  /** Locks a user who may sign in until the transaction ends, against a concurrent change of the password. */
  async lockUser(tx: Tx, userId: number): Promise<SigningInUser | undefined> {
    const [user] = await tx.prepared<SigningInUser & Record<string, unknown>>(LOCK_USER, [userId]);
    return user;
  }

  async insert(tx: Tx, session: NewSession): Promise<void> {
    const { idHash, userId, clientAddress, userAgent, createdAt, idleAt, endsAt } = session;
    await tx.prepared(INSERT, [idHash, userId, clientAddress, userAgent, createdAt, idleAt, endsAt]);
    await tx.prepared(TRIM, [userId]);
    await tx.prepared(SIGNED_IN, [userId, createdAt, createdAt.toISOString().slice(0, 10)]);
  }

  /** Records a use of a session. */
  async touch(tx: Tx, idHash: Buffer, { userId, now, idleAt }: { userId: number; now: Date; idleAt: Date }) {
    await tx.prepared(TOUCH, [idHash, now, idleAt]);
    await tx.prepared(ACTIVE_ON, [userId, now.toISOString().slice(0, 10)]);
  }

  async remove(tx: Tx, idHash: Buffer): Promise<void> {
    await tx.prepared('delete from sessions where id_hash = $1', [idHash]);
  }

  /** Lists the active sessions of a user. */
  of(db: Db, userId: number, now: Date): Promise<SessionRecord[]> {
    return db.prepared<SessionRecord & Row>(OF_USER, [userId, now]);
  }

  /** @returns false when the user has no such session */
  async removeOf(tx: Tx, userId: number, idHash: Buffer): Promise<boolean> {
    const values = [idHash, userId];
    return (
      (await tx.prepared('delete from sessions where id_hash = $1 and user_id = $2 returning 1', values)).length > 0
    );
  }

  /** Returns the time of the sign-in of a user's session; undefined when the user has no such session. */
  async signedInAt(db: Db, userId: number, idHash: Buffer): Promise<Date | undefined> {
    const [session] = await db.prepared<{ signedInAt: Date }>(SIGNED_IN_AT, [idHash, userId]);
    return session?.signedInAt;
  }

  /** Removes all sessions of a user but one. @returns the number of removed rows */
  async removeOthers(tx: Tx, userId: number, kept: Buffer): Promise<number> {
    const values = [userId, kept];
    return (await tx.prepared('delete from sessions where user_id = $1 and id_hash <> $2 returning 1', values)).length;
  }

  /** Removes all sessions of a user. @returns the number of removed rows */
  async removeAll(tx: Tx, userId: number): Promise<number> {
    return (await tx.prepared('delete from sessions where user_id = $1 returning 1', [userId])).length;
  }

  /** Removes up to `most` sessions that ended before the time. @returns the number of removed rows */
  async removeEnded(tx: Tx, before: Date, most: number): Promise<number> {
    return (await tx.prepared(`${REMOVE_OLD} returning 1`, [before, most])).length;
  }
}

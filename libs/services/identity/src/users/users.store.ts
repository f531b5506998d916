import { Injectable } from '@nestjs/common';
import type { Database, Db, Tx } from '@hearth/data';
import { Not } from 'typeorm';
import type { NewUser } from './new-user.rules.js';
import { UserEntity } from './user.entity.js';
import type { CardSource } from './user.view.js';

/** Names of the unique indexes, as violations report them. */
export const EMAIL_KEY = 'users_email_key';
export const USERNAME_KEY = 'users_username_key';

const ID_OF = `select id from users where lower(username) = lower($1::text) and state <> 'creating'`;

/** Held while the administrator is made. */
const ROOT_LOCK = 1_763_700_001;

const TAKEN = `
  select coalesce(bool_or(lower(email) = lower($1)), false) as email,
         coalesce(bool_or(username = $2), false) as username,
         coalesce(bool_or(lower(username) = lower($2)), false) as "usernameInOtherCase"
  from users where lower(email) = lower($1::text) or lower(username) = lower($2::text)`;

const CARDS = `
  select id, username, name, state, created_at as "createdAt"
  from users where id = any($1::bigint[]) and state <> 'creating' order by id`;

const ADMINISTRATOR = `
  select username from users where state <> 'creating' and (admin or lower(username) = 'root')
  order by lower(username) <> 'root', id limit 1`;

const TAKE_OVER = `
  update users set password_hash = $2, updated_at = $3
  where lower(username) = lower($1) and state = 'creating' returning id`;

const ACTIVATE = `update users set state = 'active', updated_at = $2 where id = $1 and state = 'creating' returning id`;

/** Which names of a new user somebody has already. */
export type TakenNames = { email: boolean; username: boolean; usernameInOtherCase: boolean };

/** All SQL about users. */
@Injectable()
export class UsersStore {
  /** A user whom others may know of: never one who is still being made. */
  find(db: Db, id: number): Promise<UserEntity | null> {
    return db.repository(UserEntity).findOneBy({ id, state: Not('creating') });
  }

  /** @param username in any case */
  async idOf(db: Db, username: string): Promise<number | undefined> {
    const [row] = await db.prepared<{ id: number }>(ID_OF, [username]);
    return row?.id;
  }

  findCreating(db: Db, id: number): Promise<UserEntity | null> {
    return db.repository(UserEntity).findOneBy({ id, state: 'creating' });
  }

  /** @param ids at most 100; unknown ones are left out of the answer */
  cards(db: Db, ids: readonly number[]): Promise<CardSource[]> {
    return db.prepared<CardSource>(CARDS, [ids]);
  }

  async taken(db: Db, { email, username }: Pick<NewUser, 'email' | 'username'>): Promise<TakenNames> {
    const [names] = await db.prepared<TakenNames>(TAKEN, [email, username]);
    return names!;
  }

  /** The username of the administrator that `up` made or found; undefined while there is none. */
  async administrator(db: Db): Promise<string | undefined> {
    const [row] = await db.prepared<{ username: string }>(ADMINISTRATOR);
    return row?.username;
  }

  /**
   * Stores a user who is being made: the names are taken, nothing else shows.
   * @throws a violation of EMAIL_KEY or USERNAME_KEY
   */
  async insertCreating(
    tx: Tx,
    { password: _password, confirmed, ...user }: NewUser,
    passwordHash: string | null,
    now: Date,
  ): Promise<number> {
    const row = tx.repository(UserEntity).create({
      ...user,
      passwordHash,
      state: 'creating',
      themeId: 1,
      colorSchemeId: 1,
      confirmedAt: confirmed ? now : null,
      createdAt: now,
      updatedAt: now,
    });
    await tx.repository(UserEntity).insert(row);
    return row.id;
  }

  /** Gives a user whose making broke off a new password. Returns the user's id, undefined when there is none by that name. */
  async takeOverCreating(tx: Tx, username: string, passwordHash: string, now: Date): Promise<number | undefined> {
    const [row] = await tx.prepared<{ id: number }>(TAKE_OVER, [username, passwordHash, now]);
    return row?.id;
  }

  /** Returns false when the user was not being made any more. */
  async activate(tx: Tx, id: number, now: Date): Promise<boolean> {
    return (await tx.prepared(ACTIVATE, [id, now])).length > 0;
  }

  async removeCreating(tx: Tx, id: number): Promise<void> {
    await tx.repository(UserEntity).delete({ id, state: 'creating' });
  }

  /**
   * Runs `work` unless somebody, in this process or another, is running it already.
   * @returns what `work` returns; undefined when it was not run
   */
  async unlessRunning<T>(database: Database, work: () => Promise<T>): Promise<T | undefined> {
    const session = await database.connection();
    try {
      const { rows } = await session.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [ROOT_LOCK]);
      return rows[0]?.mine ? await work() : undefined;
    } finally {
      // The lock ends with its session, however `work` ended.
      session.release(true);
    }
  }
}

import { Injectable } from '@nestjs/common';
import type { Database, Db, Tx } from '@hearth/data';
import type { CredentialHolder } from '../credential-holders/credential-holder.rules.js';
import type { NewUser } from './new-user.rules.js';
import { PROVIDER } from '../single-sign-on/person.rules.js';
import { UserEntity, type UserRecord, type UserState } from './user.entity.js';
import type { CardSource } from './user.view.js';

/** Names of the unique indexes, as reported by violations. */
export const EMAIL_KEY = 'users_email_key';
export const USERNAME_KEY = 'users_username_key';

/** SQL: the user is visible. In all other states the user does not exist yet, or not any more. */
export const EXISTS = `u.state in ('active', 'blocked', 'ldap_blocked', 'banned', 'deactivated')`;
/** SQL: the user may sign in. A deactivated user is active again then. */
export const MAY_SIGN_IN = `u.state in ('active', 'deactivated') and not u.ghost`;

const PLAIN = [
  'id',
  'username',
  'name',
  'email',
  'state',
  'admin',
  'external',
  'bio',
  'location',
  'organization',
  'note',
  'skype',
];
const RENAMED = {
  holder_kind: 'holderKind',
  holder_id: 'holderId',
  website_url: 'websiteUrl',
  projects_limit: 'projectsLimit',
  can_create_group: 'canCreateGroup',
  theme_id: 'themeId',
  color_scheme_id: 'colorSchemeId',
  confirmed_at: 'confirmedAt',
  last_sign_in_at: 'lastSignInAt',
  current_sign_in_at: 'currentSignInAt',
  'last_activity_on::text': 'lastActivityOn',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  pending_username: 'pendingUsername',
  unconfirmed_email: 'unconfirmedEmail',
  password_expires_at: 'passwordExpiresAt',
  avatar_file: 'avatarFile',
  two_factor_enabled: 'twoFactorEnabled',
};
const IDENTITIES = `
  coalesce((select json_agg(json_build_object('provider', i.provider, 'externUid', i.extern_uid) order by i.id)
            from user_identities i where i.user_id = u.id), '[]') as identities`;

/** SQL: columns of a UserRecord, from `users u`. */
export const RECORD_COLUMNS = [
  ...[...PLAIN, 'linkedin', 'twitter', 'revision', 'ghost'].map((column) => `u.${column}`),
  ...Object.entries(RENAMED).map(([column, name]) => `u.${column} as "${name}"`),
  IDENTITIES,
].join(', ');

const ID_OF = `select u.id from users u where lower(u.username) = lower($1::text) and ${EXISTS}`;
const CALLED = `
  select u.id from users u
  where ($1::text is null or lower(u.username) = lower($1)) and ($2::text is null or u.name = $2) and ${EXISTS}
  order by u.id limit 100`;
const FIND = `select ${RECORD_COLUMNS} from users u where u.id = $1 and ${EXISTS}`;
const FIND_CREATING = `select ${RECORD_COLUMNS} from users u where u.id = $1 and u.state = 'creating'`;
const LOCK = `${FIND} for no key update of u`;

/** SQL: the user is no bot. Bots are in no list, and have no password. */
export const IS_PERSON = 'u.holder_id is null';

/** Advisory lock for the creation of the administrator. */
const ROOT_LOCK = 1_763_700_001;
/** Advisory lock of a username, against concurrent use by another user as a current or pending name. */
const USERNAME_LOCK = 1_763_700_002;

/** Advisory lock of those who end that a user is an active admin. */
const ADMINS_LOCK = 1_763_700_003;

const TAKEN = `
  select coalesce(bool_or(lower(email) = lower($1)), false)
           or exists (select from user_emails e where lower(e.email) = lower($1::text) and e.user_id <> $3::bigint and e.ends_at is null) as email,
         coalesce(bool_or(username = $2 or pending_username = $2), false) as username,
         coalesce(bool_or(lower(username) = lower($2) or lower(pending_username) = lower($2)), false) as "usernameInOtherCase"
  from users
  where (lower(email) = lower($1::text) or lower(username) = lower($2::text) or lower(pending_username) = lower($2::text))
    and id <> $3::bigint`;
const NO_USER = 0;

const LOCK_USERNAME = `select pg_advisory_xact_lock(hashtextextended(lower($1::text), ${USERNAME_LOCK}))`;
const HAS_USERNAME = `
  select id from users where (lower(username) = lower($1::text) or lower(pending_username) = lower($1::text)) and id <> $2::bigint`;

/** The ids are read through a sub-select, so that PostgreSQL keeps one plan for any number of them. */
const ASKED = 'any ((select $1::bigint[])::bigint[])';
const profile = (user: string) => `${user}.bio, ${user}.location, ${user}.skype, ${user}.linkedin, ${user}.twitter,
    ${user}.website_url as "websiteUrl", ${user}.organization`;

const CARDS = `
  select u.id, u.username, u.name, u.email, u.state, u.created_at as "createdAt", u.avatar_file as "avatarFile", u.holder_id as "holderId", null as "askedAs",
    ${profile('u')}
  from users u where u.id = ${ASKED} and u.state <> 'creating'
  union all
  select g.id, g.username, g.name, g.email, 'blocked', g.created_at, g.avatar_file, g.holder_id, d.id, ${profile('g')}
  from deleted_users d join users g on g.ghost where d.id = ${ASKED}
  order by 1`;

const EXISTING = `select id from users where id = ${ASKED}`;

/** The index knows the letters of all scripts, in which `K` (the Kelvin sign) is an upper-case `k`: to sign in, only the case of ASCII letters may differ. */
const WITH_CONFIRMED_EMAIL = `
  select u.id from users u
  where lower(u.email) = lower($1::text) and lower(u.email collate "C") = lower($1::text collate "C") and u.confirmed_at is not null and ${EXISTS} and ${IS_PERSON} and not u.ghost`;

const ADMINISTRATOR = `
  select username from users where state <> 'creating' and (admin or lower(username) = 'root')
  order by lower(username) <> 'root', id limit 1`;

const HAS_OTHER_ADMIN = `select 1 from users where admin and state = 'active' and id <> $1 limit 1`;

const TAKE_OVER = `
  update users set password_hash = $2, updated_at = $3
  where lower(username) = lower($1) and state = 'creating' returning id`;

const ACTIVATE = `
  update users set state = 'active', updated_at = $2, revision = revision + (avatar_file is not null)::int
  where id = $1 and state = 'creating'
  returning password_hash is null
    and not exists (select from user_identities i where i.user_id = $1 and i.provider = '${PROVIDER}') as "needsPassword"`;

const SET_STATE = `update users set state = $2, revision = revision + 1, updated_at = $3 where id = $1`;

/** Names that another user has already. */
export type TakenNames = { email: boolean; username: boolean; usernameInOtherCase: boolean };

/** All SQL about users, except lists, renames and deletions. */
@Injectable()
export class UsersStore {
  /** Finds a visible user: not one who is being created or deleted. */
  async find(db: Db, id: number): Promise<UserRecord | null> {
    const [user] = await db.prepared<UserRecord>(FIND, [id]);
    return user ?? null;
  }

  /** Finds and locks a visible user until the transaction ends. */
  async lock(tx: Tx, id: number): Promise<UserRecord | null> {
    const [user] = await tx.prepared<UserRecord>(LOCK, [id]);
    return user ?? null;
  }

  /** @param username case-insensitive */
  async idOf(db: Db, username: string): Promise<number | undefined> {
    const [row] = await db.prepared<{ id: number }>(ID_OF, [username]);
    return row?.id;
  }

  /** Returns the ids of the users with this username (case-insensitively) and this name, at most 100. */
  async called(
    db: Db,
    { username = null, name = null }: Partial<Record<'username' | 'name', string | null>>,
  ): Promise<number[]> {
    return (await db.query<{ id: number }>(CALLED, [username, name])).map(({ id }) => id);
  }

  async findCreating(db: Db, id: number): Promise<UserRecord | null> {
    const [user] = await db.prepared<UserRecord>(FIND_CREATING, [id]);
    return user ?? null;
  }

  /** @param ids at most 100; unknown ones are left out, deleted users are replaced by the ghost */
  cards(db: Db, ids: readonly number[]): Promise<CardSource[]> {
    return db.prepared<CardSource>(CARDS, [ids]);
  }

  /** Returns those of up to 100 ids that have a row, in any state. */
  async existing(db: Db, ids: readonly number[]): Promise<number[]> {
    return (await db.prepared<{ id: number }>(EXISTING, [ids])).map(({ id }) => id);
  }

  /** Returns the id of the person whose confirmed main address this is (case-insensitively); undefined without one. */
  async withConfirmedEmail(db: Db, email: string): Promise<number | undefined> {
    const [row] = await db.prepared<{ id: number }>(WITH_CONFIRMED_EMAIL, [email]);
    return row?.id;
  }

  /** @param names a missing e-mail address or username is not taken; `except`: the user who may have them */
  async taken(db: Db, names: { email?: string; username?: string; except?: number }): Promise<TakenNames> {
    const values = [names.email ?? null, names.username ?? null, names.except ?? NO_USER];
    const [taken] = await db.prepared<TakenNames>(TAKEN, values);
    return taken!;
  }

  /**
   * Locks a username until the transaction ends, so that no other user can take it.
   * @param userId future holder; undefined: a user who is being created
   * @returns false when another user has it as the current or pending name
   */
  async holdUsername(tx: Tx, username: string, userId?: number): Promise<boolean> {
    // Two statements: the second one sees the commit of the previous lock holder.
    await tx.prepared(LOCK_USERNAME, [username]);
    return (await tx.prepared(HAS_USERNAME, [username, userId ?? NO_USER])).length === 0;
  }

  /** Returns the username of the administrator that `up` created or found; undefined while there is none. */
  async administrator(db: Db): Promise<string | undefined> {
    const [row] = await db.prepared<{ username: string }>(ADMINISTRATOR);
    return row?.username;
  }

  /**
   * Returns whether a locked user is the only active admin. No other transaction can end that another user is one before this one ends.
   */
  async isLastAdmin(tx: Tx, { id, admin, state }: Pick<UserRecord, 'id' | 'admin' | 'state'>): Promise<boolean> {
    if (!admin || state !== 'active') return false;
    // Two statements: the second one sees the commit of the previous lock holder.
    await tx.prepared(`select pg_advisory_xact_lock(${ADMINS_LOCK})`);
    return (await tx.prepared(HAS_OTHER_ADMIN, [id])).length === 0;
  }

  /**
   * Stores a user as `creating`: the names are taken, and the user is not visible.
   * @throws a violation of EMAIL_KEY or USERNAME_KEY
   */
  async insertCreating(
    tx: Tx,
    user: Omit<NewUser, 'password' | 'confirmed' | 'avatar' | 'identity'> & {
      avatarFile?: string;
      ghost?: boolean;
      holder?: CredentialHolder;
    },
    { passwordHash, confirmed, now }: { passwordHash: string | null; confirmed: boolean; now: Date },
  ): Promise<number> {
    const { holder, ...columns } = user;
    const row = tx.repository(UserEntity).create({
      ...columns,
      holderKind: holder?.kind ?? null,
      holderId: holder?.id ?? null,
      passwordHash,
      state: 'creating',
      themeId: 1,
      colorSchemeId: 1,
      confirmedAt: confirmed ? now : null,
      createdAt: now,
      updatedAt: now,
      revision: 0,
      ghost: user.ghost ?? false,
    });
    await tx.repository(UserEntity).insert(row);
    return row.id;
  }

  /** Sets the password of a user whose creation was interrupted. Returns the user's id; undefined when there is none with that name. */
  async takeOverCreating(tx: Tx, username: string, passwordHash: string, now: Date): Promise<number | undefined> {
    const [row] = await tx.prepared<{ id: number }>(TAKE_OVER, [username, passwordHash, now]);
    return row?.id;
  }

  /** Makes a user active. Returns whether the user still needs a password; undefined when the user is not `creating` any more. */
  async activate(tx: Tx, id: number, now: Date): Promise<{ needsPassword: boolean } | undefined> {
    const [activated] = await tx.prepared<{ needsPassword: boolean }>(ACTIVATE, [id, now]);
    return activated;
  }

  async removeCreating(tx: Tx, id: number): Promise<void> {
    await tx.repository(UserEntity).delete({ id, state: 'creating' });
  }

  /**
   * Changes a user whose row is locked.
   * @throws a violation of EMAIL_KEY
   */
  async change(tx: Tx, id: number, columns: Partial<UserEntity>): Promise<void> {
    await tx.repository(UserEntity).update({ id }, columns);
  }

  /** Sets the state of a user whose row is locked. */
  async setState(tx: Tx, id: number, state: UserState, now: Date): Promise<void> {
    await tx.prepared(SET_STATE, [id, state, now]);
  }

  /**
   * Runs `work` unless it is running already, in this process or another.
   * @returns what `work` returns; undefined when it was not run
   */
  async unlessRunning<T>(database: Database, work: () => Promise<T>): Promise<T | undefined> {
    const session = await database.connection();
    try {
      const { rows } = await session.query<{ mine: boolean }>('select pg_try_advisory_lock($1) as mine', [ROOT_LOCK]);
      return rows[0]?.mine ? await work() : undefined;
    } finally {
      // The lock ends with its session, also after an error of `work`.
      session.release(true);
    }
  }
}

import type { Database, Tx } from '@hearth/data';
import { genericPlanOf, keepsItsPlan, planOf, recording, type Plan } from '@hearth/data/testing';
import { readSearch } from '@hearth/http';
import { ConfirmationsStore } from '../emails/confirmations.store.js';
import { EmailsStore } from '../emails/emails.store.js';
import { AvatarsStore } from '../avatars/avatars.store.js';
import { IdentitiesStore } from '../identities/identities.store.js';
import { CredentialsStore } from '../sign-in/credentials.store.js';
import { SshKeysStore } from '../ssh-keys/ssh-keys.store.js';
import { PasswordResetsStore } from '../password-resets/password-resets.store.js';
import { ApplicationsStore } from '../applications/applications.store.js';
import { OAuthTokensStore } from '../oauth/tokens.store.js';
import { SessionsStore } from '../sessions/sessions.store.js';
import { IdentityApp } from '../testing/identity-app.js';
import type { TestDatabase } from '../testing/test-database.js';
import { ALL_USERS, type UserList } from './user-list.rules.js';
import { UsersFinder } from './users.finder.js';
import { UsersStore } from './users.store.js';

const EVERY_USER: UserList = { ...ALL_USERS, hidesExternal: false };
const RARE = new Date('2031-01-01T00:00:00.000Z');

/** 20 000 users: 1 in 100 is blocked, 1 in 50 external; the newest ten are from another decade. */
const STATEMENTS = [
  `insert into identity.users (username, name, email, state, admin, external, skype, linkedin, twitter, website_url,
     projects_limit, can_create_group, theme_id, color_scheme_id, created_at, updated_at)
   select 'user-' || n, 'Person ' || md5(n::text), 'user-' || n || '@example.com',
     case when n % 100 = 0 then 'blocked' else 'active' end, false, n % 50 = 1, '', '', '', '', 10, true, 1, 1,
     timestamptz '2018-01-01' + n * interval '1 minute' + case when n > 19990 then interval '13 years' else interval '0' end, now()
   from generate_series(1, 20000) n`,
  `insert into identity.user_identities (user_id, provider, extern_uid)
   select id, 'github', 'uid-' || id from identity.users where id % 2 = 0`,
  `insert into identity.user_custom_attributes (user_id, key, value)
   select id, 'team', 'team-' || id % 1000 from identity.users`,
  `insert into identity.user_avatars (user_id, file_name, content, etag)
   select id, 'a.png', 'x', 'x' from identity.users where id % 10 = 0`,
  `insert into identity.personal_access_tokens (user_id, name, token_hash, scopes, impersonation, revoked, created_at)
   select id, 'a token', sha256(id::text::bytea), '{api}', false, false, now() from identity.users`,
  `with made as (insert into identity.ssh_keys (title, key, fingerprint, created_at)
     select 'deploy', 'key', sha256(('deploy' || n)::bytea), now() from generate_series(1, 5000) n returning id)
   insert into identity.deploy_keys (id, public) select id, false from made`,
  `insert into identity.ssh_keys (user_id, title, key, fingerprint, created_at)
   select id, 'laptop', 'ssh-ed25519 A', sha256((id || '-' || n)::bytea), now() from identity.users, generate_series(1, 2) n`,
  `insert into identity.user_emails (user_id, email, created_at)
   select id, id || '-' || n || '@example.org', now() from identity.users, generate_series(1, 2) n`,
  `insert into identity.email_confirmations (token_hash, user_id, email, sent_at)
   select sha256(id::text::bytea), id, email, now() from identity.users`,
  `insert into identity.password_resets (token_hash, user_id, sent_at) select sha256(id::text::bytea), id, now() from identity.users`,
  `insert into identity.sign_in_networks (user_id, network, expires_at)
   select id, sha256(id::text::bytea), '2999-01-01' from identity.users`,
  `insert into identity.deleted_users (id, deleted_at) select n, now() from generate_series(30000, 40000) n`,
  `insert into identity.sessions (id_hash, user_id, client_address, created_at, seen_at, idle_at, ends_at)
   select sha256(id::text::bytea), id, '', now(), now(), '2999-01-01', '2999-01-01' from identity.users`,
  `insert into identity.oauth_applications
     (uid, secret_hash, owner_id, name, redirect_uris, scopes, confidential, created_at, updated_at)
   select 'uid-' || id, 'x', id, 'app', '{https://app.example/}', '{api}', true, now(), now() from identity.users`,
  `insert into identity.oauth_tokens (token_hash, refresh_hash, application_id, user_id, family, scopes, created_at, expires_at)
   select sha256(('a' || id)::bytea), sha256(('r' || id)::bytea), id, owner_id, gen_random_uuid(), '{api}', now(), now()
   from identity.oauth_applications`,
  'vacuum analyze',
];

describe('with twenty thousand users, PostgreSQL', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();

  beforeAll(async () => {
    database = app.testDatabase;
    for (const statement of STATEMENTS) await database.query(statement);
    await database.query('set search_path = identity, public');
  }, 60_000);

  async function plansOf(list: Partial<UserList>, page = 1): Promise<Plan[]> {
    const db = recording(app.database);
    await app.get(UsersFinder).page(db, { ...EVERY_USER, ...list }, { page, perPage: 20 });
    const plans = [];
    for (const statement of db.statements) {
      const plan = await planOf(database, statement);
      // Prepared statements switch to one generic plan for all values.
      expect((await genericPlanOf(database, statement)).scanned).toEqual([]);
      plans.push(plan);
    }
    return plans;
  }

  it.each<[string, Partial<UserList>, string, number]>([
    ['all users', {}, 'users_listed', 80],
    ['all users, the oldest first', { sort: 'asc' }, 'users_listed', 80],
    ['all but external users', { hidesExternal: true }, 'users_', 80],
    ['active users', { active: true }, 'users_', 80],
    ['blocked users', { blocked: true }, 'users_blocked', 80],
    ['external users', { external: true }, 'users_external', 80],
    ['all but active users', { excludesActive: true }, 'users_blocked', 80],
    ['people', { excludesInternal: true }, 'users_', 80],
    ['internal users', { excludesHumans: true }, 'users_ghost', 80],
    ['admins', { admins: true }, 'users_admins', 80],
    ['users with two-factor authentication', { twoFactor: 'enabled' }, 'users_by_two_factor', 80],
    ['users by name', { orderBy: 'name', sort: 'asc' }, 'users_by_name', 80],
    ['users by username', { orderBy: 'username' }, 'users_username_key', 80],
    ['users by creation', { orderBy: 'created_at' }, 'users_created_at', 80],
    ['users by their last change', { orderBy: 'updated_at' }, 'users_by_update', 80],
    ['a username', { username: 'user-77' }, 'users_username_key', 5],
    ['an identity', { identity: { provider: 'github', externUid: 'uid-500' } }, 'user_identities_extern_uid', 8],
    ['a name', { search: readSearch('a87ff6') }, 'users_search', 100],
    ['a short name', { search: readSearch('zz') }, 'users_search', 100],
    ['two words', { search: readSearch('user-777 person') }, 'users_search', 200],
    ['an address', { search: readSearch('user-4321@example.com') }, 'users_email_key', 100],
    ['who came late', { createdAfter: RARE }, 'users_created_at', 80],
    ['an attribute', { customAttributes: [{ key: 'team', value: 'team-7' }] }, 'user_custom_attributes_value', 100],
  ])('lists %s from an index', async (_, list, index, rows) => {
    const [page, count] = await plansOf(list);
    expect(page!.scanned).toEqual([]);
    expect(page!.indexes.join(' ')).toContain(index);
    expect(page!.rowsRead).toBeLessThan(rows);
    // Counts stop at 10 000 rows.
    if (count) expect(count.rowsRead).toBeLessThan(10_500);
  });

  it.each<[string, Partial<UserList>, string]>([
    ['all users', {}, 'users_listed'],
    ['all but external users', { hidesExternal: true }, 'users_not_external'],
    ['active users', { active: true }, 'users_active'],
    ['active users but external ones', { active: true, hidesExternal: true }, 'users_active'],
  ])('counts %s by an index of exactly these users', async (_, list, index) => {
    const [, count] = await plansOf(list);
    expect(count!.scanned).toEqual([]);
    expect(count!.indexes).toEqual([index]);
  });

  it.each<[string, { username?: string; name?: string }, string, number]>([
    ['a username', { username: 'USER-77' }, 'users_username_key', 1],
    ['a name', { name: 'Person a87ff679a2f3e71d9181a67b7542122c' }, 'users_by_name', 1],
    ['another one’s name', { username: 'user-77', name: 'Person a87ff679a2f3e71d9181a67b7542122c' }, 'users_', 0],
  ])('finds the ids of who has %s from an index', async (_, names, index, found) => {
    const db = recording(app.database);
    expect(await app.get(UsersStore).called(db, names)).toHaveLength(found);
    const plan = await planOf(database, db.statements[0]!);
    expect(plan.scanned).toEqual([]);
    expect(plan.indexes.join(' ')).toContain(index);
  });

  it('reads a far page without what belongs to the users ahead of it', async () => {
    const [page] = await plansOf({ hidesExternal: true }, 40);
    // 800 users, and 20 of them with their related rows.
    expect(page!.rowsRead).toBeLessThan(800 + 80);
  });

  it('finds, counts and sorts what many names have by one statement', async () => {
    const [page, count] = await plansOf({ search: readSearch('user-12') });
    expect(count).toBeUndefined();
    expect(page!.scanned).toEqual([]);
    expect(page!.indexes).toContain('users_search');
    // 1 111 users, and 20 of them with their related rows.
    expect(page!.rowsRead).toBeLessThan(1_400);
  });

  it('looks once at what nearly all names have', async () => {
    const [page, count] = await plansOf({ search: readSearch('person') });
    expect(count).toBeUndefined();
    expect(page!.rowsRead).toBeLessThan(20_100);
  });

  it('goes on from a key without looking at what was before', async () => {
    const db = recording(app.database);
    const keyset = { sort: 'desc' as const, after: 9_000 };
    await app.get(UsersFinder).page(db, { ...EVERY_USER, hidesExternal: true }, { page: 1, perPage: 20, keyset });
    expect(db.statements).toHaveLength(1);
    const plan = await planOf(database, db.statements[0]!);
    expect(plan.scanned).toEqual([]);
    expect(plan.rowsRead).toBeLessThan(80);
  });

  it('reads sessions, applications and their tokens from indexes', async () => {
    const db = recording(app.database);
    await app.get(SessionsStore).withUser(db, Buffer.alloc(32), new Date());
    await app.get(ApplicationsStore).client(db, 'ab'.repeat(32));
    await app.get(ApplicationsStore).owned(db, 500);
    await app.get(ApplicationsStore).oneOwned(db, 7, 500);
    await app.get(OAuthTokensStore).find(db, Buffer.alloc(32));
    await app.get(OAuthTokensStore).hasConsented(db, 500, 7, ['api'], new Date());
    expect(db.statements).toHaveLength(6);
    for (const { text, values } of db.statements) {
      const statement = { text, values: values.map((value) => (Buffer.isBuffer(value) ? '\\x00' : value)) };
      expect([text, (await genericPlanOf(database, statement)).scanned]).toEqual([text, []]);
    }
  });

  it('lists what a user has from an index', async () => {
    const db = recording(app.database);
    await app.get(SshKeysStore).page(db, 500, { page: 1, perPage: 1 });
    await app.get(EmailsStore).page(db, 500, { page: 1, perPage: 1 }, new Date());
    expect(db.statements).toHaveLength(4);
    for (const statement of db.statements) {
      const plan = await genericPlanOf(database, statement);
      expect([statement.text, plan.scanned]).toEqual([statement.text, []]);
      expect(plan.rowsRead).toBeLessThanOrEqual(2);
    }
  });

  it('reads single users and their credentials from indexes, with the one plan it keeps', async () => {
    const db = recording(app.database);
    await app.get(UsersStore).find(db, 500);
    await app.get(UsersStore).cards(db, [1, 500, 35_000]);
    await app.get(UsersStore).taken(db, { email: 'user-7@example.com', username: 'USER-8', except: 9 });
    await app.get(UsersStore).idOf(db, 'User-10');
    await app.get(CredentialsStore).tokenWithUser(db, 'ab'.repeat(32), '2018-01-01', new Date());
    await app.get(CredentialsStore).userWithPassword(db, 'user-7@example.com', Buffer.alloc(32), new Date());
    await app.get(CredentialsStore).actedAs(db, { username: 'user-7' });
    await app.get(AvatarsStore).find(db, 500, 'a.png');
    await app.get(IdentitiesStore).holder(db, { provider: 'github', externUid: 'UID-500' });
    await app.get(CredentialsStore).sshKeyWithUser(db, Buffer.alloc(32), new Date());
    await app.get(SshKeysStore).find(db, 500, 1_000);
    const now = new Date();
    await app.get(EmailsStore).find(db, 500, 1_000, now);
    await app.get(EmailsStore).unconfirmed(db, 500, 100, now);
    await app.get(ConfirmationsStore).awaits(db, { userId: 500, email: '500-1@example.org' }, now);
    expect(db.statements).toHaveLength(14);
    for (const { text, values } of db.statements) {
      const statement = { text, values: values.map((value) => (Buffer.isBuffer(value) ? '\\x00' : value)) };
      expect([text, await keepsItsPlan(database, statement)]).toEqual([text, true]);
      const plan = await genericPlanOf(database, statement);
      expect([text, plan.scanned]).toEqual([text, []]);
      expect(plan.rowsRead).toBeLessThan(20);
    }
  });

  it('finds addresses and mails about them from indexes where users are changed', async () => {
    const email = '500-1@example.org';
    const now = new Date('2019-01-01T00:00:00Z');
    const statements = await app.database.tx(async (tx) => {
      const db = recording(tx as unknown as Database) as ReturnType<typeof recording> & Tx;
      await app.get(EmailsStore).hold(db, email);
      await app.get(EmailsStore).lockAddress(db, 500, email);
      await app.get(EmailsStore).waiting(db, 500);
      await app.get(EmailsStore).removeEndedOf(db, 500, now);
      await app.get(EmailsStore).removeEnded(db, now, 1_000);
      await app.get(ConfirmationsStore).find(db, Buffer.alloc(32), now);
      await app.get(ConfirmationsStore).trim(db, 500, now);
      await app.get(ConfirmationsStore).removeOld(db, now, 1_000);
      await app.get(PasswordResetsStore).removeOld(db, now, 1_000);
      return db.statements;
    });
    for (const { text, values } of statements) {
      const statement = { text, values: values.map((value) => (Buffer.isBuffer(value) ? '\\x00' : value)) };
      expect([text, (await genericPlanOf(database, statement)).scanned]).toEqual([text, []]);
    }
  });
});

import { genericPlanOf, keepsItsPlan, planOf, recording, type Plan } from '@hearth/data/testing';
import { readSearch } from '@hearth/http';
import { AvatarsStore } from '../avatars/avatars.store.js';
import { IdentitiesStore } from '../identities/identities.store.js';
import { CredentialsStore } from '../sign-in/credentials.store.js';
import { IdentityApp } from '../testing/identity-app.js';
import { makeDatabase, type TestDatabase } from '../testing/test-database.js';
import type { UserList } from './user-list.rules.js';
import { UsersFinder } from './users.finder.js';
import { UsersStore } from './users.store.js';

const EVERYBODY: UserList = {
  username: undefined,
  identity: undefined,
  search: undefined,
  active: false,
  blocked: false,
  external: false,
  createdAfter: undefined,
  createdBefore: undefined,
  sort: 'desc',
  customAttributes: [],
  hidesExternal: false,
};
const RARE = new Date('2031-01-01T00:00:00.000Z');

/** 20 000 users: one in a hundred is blocked, one in fifty external, the newest ten are from another decade. */
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
  `insert into identity.deleted_users (id, deleted_at) select n, now() from generate_series(30000, 40000) n`,
  'vacuum analyze',
];

describe('with twenty thousand users, PostgreSQL', () => {
  let database: TestDatabase;
  let app: IdentityApp;

  beforeAll(async () => {
    database = await makeDatabase();
    app = await IdentityApp.start(database);
    for (const statement of STATEMENTS) await database.query(statement);
    await database.query('set search_path = identity, public');
  }, 60_000);
  afterAll(async () => {
    await app?.stop();
    await database?.drop();
  });

  async function plansOf(list: Partial<UserList>, page = 1): Promise<Plan[]> {
    const db = recording(app.database);
    await app.get(UsersFinder).page(db, { ...EVERYBODY, ...list }, { page, perPage: 20 });
    const plans = [];
    for (const statement of db.statements) plans.push(await planOf(database, statement));
    return plans;
  }

  it.each<[string, Partial<UserList>, string, number]>([
    ['everybody', {}, 'users_listed', 60],
    ['everybody, the oldest first', { sort: 'asc' }, 'users_listed', 60],
    ['everybody but external users', { hidesExternal: true }, 'users_', 60],
    ['active users', { active: true }, 'users_', 80],
    ['blocked users', { blocked: true }, 'users_blocked', 60],
    ['external users', { external: true }, 'users_external', 60],
    ['a username', { username: 'user-77' }, 'users_username_key', 5],
    ['an identity', { identity: { provider: 'github', externUid: 'uid-500' } }, 'user_identities_extern_uid', 8],
    ['a name', { search: readSearch('a87ff6') }, 'users_search', 100],
    ['a short name', { search: readSearch('zz') }, 'users_search', 100],
    ['two words', { search: readSearch('user-777 person') }, 'users_search', 200],
    ['an address', { search: readSearch('user-4321@example.com') }, 'users_email_key', 100],
    ['who came late', { createdAfter: RARE }, 'users_created_at', 60],
    ['an attribute', { customAttributes: [{ key: 'team', value: 'team-7' }] }, 'user_custom_attributes_value', 100],
  ])('lists %s from an index', async (_, list, index, rows) => {
    const [page, count] = await plansOf(list);
    expect(page!.scanned).toEqual([]);
    expect(page!.indexes.join(' ')).toContain(index);
    expect(page!.rowsRead).toBeLessThan(rows);
    // More than 10 000 rows are not counted.
    if (count) expect(count.rowsRead).toBeLessThan(10_500);
  });

  it.each<[string, Partial<UserList>, string]>([
    ['everybody', {}, 'users_listed'],
    ['everybody but external users', { hidesExternal: true }, 'users_not_external'],
    ['active users', { active: true }, 'users_active'],
    ['active users but external ones', { active: true, hidesExternal: true }, 'users_active'],
  ])('counts %s by an index that has nobody else', async (_, list, index) => {
    const [, count] = await plansOf(list);
    expect(count!.scanned).toEqual([]);
    expect(count!.indexes).toEqual([index]);
  });

  it('reads a far page without what belongs to the users ahead of it', async () => {
    const [page] = await plansOf({ hidesExternal: true }, 40);
    // Eight hundred users, and twenty times what belongs to one.
    expect(page!.rowsRead).toBeLessThan(800 + 60);
  });

  it('finds, counts and sorts what many names have by one statement', async () => {
    const [page, count] = await plansOf({ search: readSearch('user-12') });
    expect(count).toBeUndefined();
    expect(page!.scanned).toEqual([]);
    expect(page!.indexes).toContain('users_search');
    // 1 111 users, of whom twenty are read with what belongs to them.
    expect(page!.rowsRead).toBeLessThan(1_400);
  });

  it('reads what nearly all names have in its order', async () => {
    const [page, count] = await plansOf({ search: readSearch('person') });
    expect(count).toBeUndefined();
    expect(page!.rowsRead).toBeLessThan(10_500);
  });

  it('goes on from a key without looking at what was before', async () => {
    const db = recording(app.database);
    const keyset = { sort: 'desc' as const, after: 9_000 };
    await app.get(UsersFinder).page(db, { ...EVERYBODY, hidesExternal: true }, { page: 1, perPage: 20, keyset });
    expect(db.statements).toHaveLength(1);
    const plan = await planOf(database, db.statements[0]!);
    expect(plan.scanned).toEqual([]);
    expect(plan.rowsRead).toBeLessThan(60);
  });

  it('reads single users and their credentials from indexes, with the one plan it keeps', async () => {
    const db = recording(app.database);
    await app.get(UsersStore).find(db, 500);
    await app.get(UsersStore).cards(db, [1, 500, 35_000]);
    await app.get(UsersStore).taken(db, { email: 'user-7@example.com', username: 'USER-8', except: 9 });
    await app.get(UsersStore).idOf(db, 'User-10');
    await app.get(CredentialsStore).tokenHolder(db, 'ab'.repeat(32), '2018-01-01');
    await app.get(CredentialsStore).passwordHolder(db, 'user-7@example.com');
    await app.get(CredentialsStore).actedAs(db, { username: 'user-7' });
    await app.get(AvatarsStore).find(db, 500, 'a.png');
    await app.get(IdentitiesStore).holder(db, { provider: 'github', externUid: 'UID-500' });
    expect(db.statements).toHaveLength(9);
    for (const { text, values } of db.statements) {
      const statement = { text, values: values.map((value) => (Buffer.isBuffer(value) ? '\\x00' : value)) };
      expect([text, await keepsItsPlan(database, statement)]).toEqual([text, true]);
      const plan = await genericPlanOf(database, statement);
      expect([text, plan.scanned]).toEqual([text, []]);
      expect(plan.rowsRead).toBeLessThan(20);
    }
  });
});

import type { Principal } from '@hearth/contract-kit';
import { BASE_URL, IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import type { TestDatabase } from '../testing/test-database.js';
import { CreateUser } from './create.js';
import type { NewUser } from './new-user.rules.js';
import type { UserRecord } from './user.entity.js';

describe('lists of users', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();
  let people: Record<'boss' | 'jane' | 'john' | 'gone' | 'partner' | 'ldap', UserRecord>;

  const make = async (username: string, day: number, given: Partial<NewUser> = {}) => {
    app.clock.time = new Date(`2018-02-0${day}T12:00:00.000Z`);
    return app.get(CreateUser).execute(newUser(username, given));
  };

  beforeAll(async () => {
    database = app.testDatabase;
    people = {
      boss: await make('boss', 1, { admin: true, name: 'The Boss' }),
      jane: await make('jane', 2, { name: 'Jane Dåw 100%', email: 'jane.daw@example.com' }),
      john: await make('john_d', 3, { name: 'John Do', identity: { provider: 'github', externUid: 'J-7' } }),
      gone: await make('gone', 4, { name: 'Gone Doe' }),
      partner: await make('partner', 5, { name: 'Partner Doe', external: true }),
      ldap: await make('ldap', 6, {
        name: 'Ldap Doe',
        identity: { provider: 'ldapmain', externUid: 'uid=ldap,dc=x' },
      }),
    };
    const state = 'update identity.users set state = $2, former_state = $3 where username = $1';
    await database.query(state, ['gone', 'blocked', null]);
    await database.query(state, ['ldap', 'ldap_blocked', null]);
    for (const [username, hidden] of [
      ['unborn', 'creating'],
      ['leaving', 'deleting'],
    ] as const) {
      await make(username, 7);
      await database.query(state, [username, hidden, hidden === 'deleting' ? 'active' : null]);
    }
    await database.query(`update identity.users set two_factor_enabled = true where username = 'jane'`);
    const attribute = 'insert into identity.user_custom_attributes (user_id, key, value) values ($1, $2, $3)';
    await database.query(attribute, [people.jane.id, 'team', 'blue']);
    await database.query(attribute, [people.jane.id, 'floor', '2']);
    await database.query(attribute, [people.jane.id, '5', 'five']);
    await database.query(attribute, [people.john.id, 'team', 'blue']);
  }, 30_000);

  const list = (caller: Principal | null, query: Record<string, string> = {}) =>
    app.exchange(caller, 'GET', `/users?${new URLSearchParams(query)}`);
  const names = async (caller: Principal | null, query: Record<string, string> = {}) => {
    const { status, body } = await list(caller, query);
    expect(status).toBe(200);
    return (body as { username: string }[]).map(({ username }) => username);
  };
  const admin = () => principalOf(people.boss);
  const user = () => principalOf(people.jane);

  it('show admins all users, the newest first, without users in creation or deletion', async () => {
    const { body, headers } = await list(admin());
    const all = ['ldap', 'partner', 'gone', 'john_d', 'jane', 'boss'];
    expect((body as { username: string }[]).map(({ username }) => username)).toEqual(all);
    expect(headers).toMatchObject({ 'x-total': '6', 'x-total-pages': '1', 'x-next-page': '' });
    expect((body as unknown[])[3]).toMatchObject({
      id: people.john.id,
      state: 'active',
      email: 'john_d@example.com',
      is_admin: false,
      identities: [{ provider: 'github', extern_uid: 'J-7' }],
    });
    expect((body as unknown[])[0]).toMatchObject({ state: 'ldap_blocked' });
  });

  it('show others the basic form, without external users', async () => {
    const { body } = await list(user());
    expect((body as { username: string }[]).map(({ username }) => username)).not.toContain('partner');
    expect((body as unknown[]).at(-1)).toEqual({
      id: people.boss.id,
      username: 'boss',
      name: 'The Boss',
      state: 'active',
      avatar_url: null,
      web_url: `${BASE_URL}/boss`,
    });
    expect(await names(user(), { username: 'partner' })).toEqual([]);
    expect(await names(principalOf(people.partner), { search: 'doe' })).toEqual(['ldap', 'gone']);
  });

  it('show anonymous callers one user whom they name', async () => {
    const refused = { status: 403, body: { message: '403 Forbidden - Not authorized to access /api/v4/users' } };
    expect(await list(null)).toMatchObject(refused);
    expect(await list(null, { username: '' })).toMatchObject(refused);
    expect(await list(null, { search: 'jane' })).toMatchObject(refused);
    expect(await names(null, { username: 'jane' })).toEqual(['jane']);
    expect(await names(null, { username: 'partner' })).toEqual([]);
    expect((await list(null, { username: 'jane' })).body).toEqual([
      expect.not.objectContaining({ email: expect.anything() as unknown }),
    ]);
  });

  it.each<[Record<string, string>, string[]]>([
    [{ username: 'jane' }, ['jane']],
    [{ username: 'Jane' }, []],
    [{ username: 'jan' }, []],
    [{ username: 'unborn' }, []],
    [{ username: 'leaving' }, []],
    [{ active: 'true' }, ['partner', 'john_d', 'jane', 'boss']],
    [{ active: 'false' }, ['ldap', 'partner', 'gone', 'john_d', 'jane', 'boss']],
    [{ blocked: 'true' }, ['ldap', 'gone']],
    [{ blocked: 'True', active: 'True' }, []],
    [{ external: 'true' }, ['partner']],
    [{ exclude_active: 'true' }, ['ldap', 'gone']],
    [{ exclude_external: 'true' }, ['ldap', 'gone', 'john_d', 'jane', 'boss']],
    [{ admins: 'true' }, ['boss']],
    [{ two_factor: 'enabled' }, ['jane']],
    [{ two_factor: 'disabled', active: 'true' }, ['partner', 'john_d', 'boss']],
    [{ external: 'false' }, ['ldap', 'partner', 'gone', 'john_d', 'jane', 'boss']],
    [{ extern_uid: 'J-7', provider: 'github' }, ['john_d']],
    [{ extern_uid: 'j-7', provider: 'github' }, []],
    [{ extern_uid: 'J-7', provider: 'gitlab' }, []],
    [{ extern_uid: 'UID=ldap, DC=x', provider: 'ldapmain' }, ['ldap']],
    [{ search: 'doe' }, ['ldap', 'partner', 'gone']],
    [{ search: 'DOE ldap' }, ['ldap']],
    [{ search: '"Gone Doe"' }, ['gone']],
    [{ search: 'oh' }, []],
    [{ search: 'hn_' }, ['john_d']],
    [{ search: '100%' }, ['jane']],
    [{ search: 'Jane.Daw@example.com' }, ['jane']],
    [{ search: 'daw@example.com' }, []],
    [{ search: 'å' }, []],
    [{ search: 'Dåw' }, ['jane']],
    [{ search: ' Dåw '.normalize('NFD') }, ['jane']],
    [{ search: ' jane.daw@example.com ' }, ['jane']],
    [{ search: ' ' }, ['ldap', 'partner', 'gone', 'john_d', 'jane', 'boss']],
    [{ created_after: '2018-02-03T12:00:00Z' }, ['ldap', 'partner', 'gone', 'john_d']],
    [{ created_before: '2018-02-03T12:00:00Z' }, ['john_d', 'jane', 'boss']],
    [{ created_after: '2018-02-03', created_before: '2018-02-04' }, ['john_d']],
    [{ 'custom_attributes[team]': 'blue' }, ['john_d', 'jane']],
    [{ 'custom_attributes[team]': 'blue', 'custom_attributes[floor]': '2' }, ['jane']],
    [{ 'custom_attributes[team]': 'red' }, []],
    [{ 'custom_attributes[constructor]': 'x' }, []],
    [{ 'custom_attributes[5]': 'five' }, ['jane']],
    [{ unknown: 'x', search: 'boss' }, ['boss']],
  ])('narrowed by %j', async (query, expected) => {
    expect(await names(admin(), query)).toEqual(expected);
  });

  it('leave out people or internal users', async () => {
    const change = 'update identity.users set ghost = $2 where username = $1';
    await database.query(change, ['gone', true]);
    const people = ['ldap', 'partner', 'john_d', 'jane', 'boss'];
    expect(await names(admin(), { humans: 'true' })).toEqual(people);
    expect(await names(admin(), { exclude_internal: 'true' })).toEqual(people);
    expect(await names(admin(), { exclude_humans: 'true' })).toEqual(['gone']);
    expect(await names(user(), { exclude_humans: 'true', humans: 'true' })).toEqual([]);
    await database.query(change, ['gone', false]);
    expect(await names(admin(), { humans: 'true' })).toEqual(['ldap', 'partner', 'gone', 'john_d', 'jane', 'boss']);
  });

  it('filter by more attributes at once than any user has', async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`custom_attributes[k${index}]`, 'v']));
    const before = performance.now();
    expect(await names(admin(), { 'custom_attributes[team]': 'blue', ...many })).toEqual([]);
    expect(performance.now() - before).toBeLessThan(1_000);
  }, 30_000);

  it('filter by creation time for every caller, by attributes for admins only', async () => {
    expect(await names(user(), { created_before: '2018-02-02' })).toEqual(['boss']);
    expect(await names(user(), { 'custom_attributes[team]': 'red', username: 'john_d' })).toEqual(['john_d']);
  });

  it.each<[Record<string, string>, string]>([
    [{ extern_uid: 'J-7' }, 'extern_uid, provider provide all or none of parameters'],
    [{ provider: 'github' }, 'extern_uid, provider provide all or none of parameters'],
    [{ created_after: 'yesterday' }, 'created_after is invalid'],
    [{ active: 'maybe' }, 'active is invalid'],
    [{ custom_attributes: 'x' }, 'custom_attributes is invalid'],
    [{ per_page: 'x' }, 'per_page is invalid'],
    [{ search: 'a\0' }, 'search is invalid'],
  ])('refuse %j', async (query, error) => {
    expect(await list(user(), query)).toMatchObject({ status: 400, body: { error } });
  });

  it.each<Record<string, string>>([
    { external: 'true' },
    { admins: 'true' },
    { two_factor: 'disabled' },
    { extern_uid: 'J-7', provider: 'github' },
  ])('keep %j for admins', async (query) => {
    expect(await list(user(), query)).toMatchObject({ status: 403, body: { message: '403 Forbidden' } });
    expect(await list(null, { ...query, username: 'jane' })).toMatchObject({ status: 401 });
  });

  it('come in pages, by number and by key', async () => {
    const second = await list(admin(), { per_page: '2', page: '2' });
    expect((second.body as { username: string }[]).map(({ username }) => username)).toEqual(['gone', 'john_d']);
    expect(second.headers).toMatchObject({
      'x-total': '6',
      'x-total-pages': '3',
      'x-next-page': '3',
      'x-prev-page': '1',
    });

    const active = ['partner', 'john_d', 'jane', 'boss'];
    expect(await followed('/users?pagination=keyset&per_page=3&active=true')).toEqual(active);
    expect(await followed('/users?pagination=keyset&order_by=id&sort=asc&per_page=3&active=true')).toEqual(
      active.toReversed(),
    );
    expect(await list(admin(), { pagination: 'keyset', order_by: 'name' })).toMatchObject({ status: 405 });
  });

  /** Follows the links of the pages, and returns all usernames. */
  async function followed(first: string): Promise<string[]> {
    const seen: string[] = [];
    let next: string | undefined = first;
    while (next) {
      const { body, headers } = await app.exchange(admin(), 'GET', next);
      seen.push(...(body as { username: string }[]).map(({ username }) => username));
      expect(headers).not.toHaveProperty('x-total');
      const [, link] = /<http:\/\/[^<>/]*\/api\/v4([^<>]*)>; rel="next"/.exec(String(headers['link'] ?? '')) ?? [];
      next = link;
    }
    return seen;
  }

  it('may be turned round, and ordered by other columns', async () => {
    expect(await names(admin(), { sort: 'asc', active: 'true' })).toEqual(['boss', 'jane', 'john_d', 'partner']);
    const by = (order_by: string, sort = 'desc') => names(admin(), { order_by, sort, active: 'true' });
    expect(await by('name')).toEqual(['boss', 'partner', 'john_d', 'jane']);
    expect(await by('username', 'asc')).toEqual(['boss', 'jane', 'john_d', 'partner']);
    expect(await by('created_at')).toEqual(['partner', 'john_d', 'jane', 'boss']);
    await database.query(`update identity.users set updated_at = '2031-01-01' where username = 'jane'`);
    expect(await by('updated_at')).toEqual(['jane', 'partner', 'john_d', 'boss']);
    expect(await names(admin(), { search: 'doe', order_by: 'name', sort: 'asc' })).toEqual(['gone', 'ldap', 'partner']);
    expect(await names(admin(), { search: 'doe', order_by: 'name', sort: 'asc', per_page: '1', page: '2' })).toEqual([
      'ldap',
    ]);
    expect(await list(admin(), { order_by: 'email' })).toMatchObject({
      status: 400,
      body: { error: 'order_by does not have a valid value' },
    });
    expect(await list(admin(), { sort: 'up' })).toMatchObject({
      status: 400,
      body: { error: 'sort does not have a valid value' },
    });
  });

  it('take read_user, and cost two statements whatever is on the page', async () => {
    const reader = principalOf(people.boss, ['read_user']);
    const before = app.database.statementCount;
    expect((await list(reader, { per_page: '3' })).status).toBe(200);
    expect(app.database.statementCount - before).toBe(2);
    expect(await list(principalOf(people.boss, ['read_repository']))).toMatchObject({ status: 403 });
  });
});

import { tokenHash } from '@hearth/secrets';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { BASE_URL, IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import { until } from '@hearth/data/testing';
import type { TestDatabase } from '../testing/test-database.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';
import { MintPersonalToken } from './mint.js';

type Body = Record<string, unknown>;
const FORBIDDEN = { status: 403, body: { message: '403 Forbidden' } };
const NO_USER = { status: 404, body: { message: '404 User Not Found' } };
const NO_TOKEN = { status: 404, body: { message: '404 Impersonation Token Not Found' } };

describe('the endpoints of impersonation tokens', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();
  let other: IdentityApp;
  let admin: UserRecord;
  let jane: UserRecord;
  let people = 0;

  beforeAll(async () => {
    database = app.testDatabase;
    other = await IdentityApp.start(database);
    admin = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
    jane = await app.get(CreateUser).execute(newUser('jane'));
  }, 30_000);
  afterAll(async () => {
    await other?.stop();
  }, 30_000);

  const somebody = () => app.get(CreateUser).execute(newUser(`somebody-${++people}`));
  const path = (user: { id: number }, rest = '') => `/users/${user.id}/impersonation_tokens${rest}`;
  const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', where: string, body?: Body) =>
    app.request(principalOf(admin), method, where, body);
  async function make(user: { id: number }, asked: Body = {}): Promise<Body & { id: number; token: string }> {
    const { status, body } = await send('POST', path(user), { name: 'ci', scopes: ['api'], ...asked });
    expect(status).toBe(201);
    return body as Body & { id: number; token: string };
  }
  const use = (token: string) =>
    app.get(AuthenticateCredential).execute({ kind: 'token', tokenHash: tokenHash(token) });

  it('make a token that acts as the user, and tell its value once', async () => {
    const asked = { scopes: ['read_user', 'api', 'api'], expires_at: '2018-03-01' };
    const { token, ...shown } = await make(jane, asked);
    expect(shown).toEqual({
      id: expect.any(Number),
      name: 'ci',
      revoked: false,
      created_at: '2018-01-15T10:07:21.123Z',
      description: null,
      scopes: ['api', 'read_user'],
      last_used_at: null,
      active: true,
      expires_at: '2018-03-01',
      impersonation: true,
    });
    expect(await send('GET', path(jane, `/${shown.id}`))).toEqual({ status: 200, body: shown });
    expect(await send('GET', path(jane))).toEqual({ status: 200, body: [shown] });
    expect(await use(token)).toMatchObject({
      outcome: 'accepted',
      principal: { userId: jane.id, credential: { kind: 'impersonation', tokenId: shown.id } },
    });
    const stored = await database.query('select * from identity.personal_access_tokens where id = $1', [shown.id]);
    expect(JSON.stringify(stored)).not.toContain(token);
  });

  it('take scopes as lists and as one text, and no last day', async () => {
    expect(await make(jane, { scopes: 'api,read_user', expires_at: '' })).toMatchObject({
      scopes: ['api', 'read_user'],
      expires_at: null,
    });
    const query = new URLSearchParams([
      ['name', 'q'],
      ['scopes[]', 'read_repository'],
      ['scopes[]', 'write_repository'],
    ]);
    expect(await send('POST', `${path(jane)}?${query}`, {})).toMatchObject({
      status: 201,
      body: { scopes: ['read_repository', 'write_repository'] },
    });
  });

  it.each<[string, Body, number, Body]>([
    ['nothing', {}, 400, { error: 'name is missing' }],
    ['no scopes', { name: 'x' }, 400, { message: { scopes: ["can't be blank"] } }],
    ['empty scopes', { name: 'x', scopes: [] }, 400, { message: { scopes: ["can't be blank"] } }],
    ['blank scopes', { name: 'x', scopes: [''] }, 400, { message: { scopes: ["can't be blank"] } }],
    [
      'unknown scopes',
      { name: 'x', scopes: ['api', 'fly'] },
      400,
      { message: { scopes: ['can only contain available scopes'] } },
    ],
    [
      'sudo for a user',
      { name: 'x', scopes: ['sudo'] },
      400,
      { message: { scopes: ['can only contain available scopes'] } },
    ],
    ['a blank name', { name: '  ', scopes: ['api'] }, 400, { message: { name: ["can't be blank"] } }],
    ['no day', { name: 'x', scopes: ['api'], expires_at: 'soon' }, 400, { error: 'expires_at is invalid' }],
    ['no such day', { name: 'x', scopes: ['api'], expires_at: '2018-02-30' }, 400, { error: 'expires_at is invalid' }],
    ['a NUL', { name: 'a\0b', scopes: ['api'] }, 400, { error: 'name is invalid' }],
  ])('refuse %s', async (_, asked, status, body) => {
    expect(await send('POST', path(jane), asked)).toEqual({ status, body });
  });

  it('give sudo to admins only', async () => {
    expect(await make(admin, { scopes: ['sudo', 'read_user'] })).toMatchObject({ scopes: ['read_user', 'sudo'] });
  });

  it('are for admins, and know users from strangers', async () => {
    const token = await make(jane);
    const cases = [
      ['GET', '', undefined],
      ['GET', `/${token.id}`, undefined],
      ['POST', '', { name: 'x', scopes: ['api'] }],
      ['DELETE', `/${token.id}`, undefined],
    ] as const;
    for (const [method, rest, body] of cases) {
      expect(await app.request(null, method, path(jane, rest), body)).toMatchObject({ status: 401 });
      expect(await app.request(principalOf(jane), method, path(jane, rest), body)).toEqual(FORBIDDEN);
      expect(await send(method, path({ id: 999_999 }, rest), body)).toEqual(NO_USER);
      expect(await send(method, `/users/jane/impersonation_tokens${rest}`, body)).toEqual({
        status: 400,
        body: { error: 'user_id is invalid' },
      });
    }
    expect(await use(token.token)).toMatchObject({ outcome: 'accepted' });
  });

  it('let read_user look, and nothing else', async () => {
    const looking = principalOf(admin, ['read_user']);
    expect(await app.request(looking, 'GET', path(jane))).toMatchObject({ status: 200 });
    const { id } = await make(jane);
    expect(await app.request(looking, 'DELETE', path(jane, `/${id}`))).toMatchObject({
      status: 403,
      body: { error: 'insufficient_scope', scope: 'api' },
    });
  });

  it("find neither another user's tokens nor personal ones", async () => {
    const { id } = await make(admin);
    await app.get(MintPersonalToken).execute({ username: 'jane', name: 'own', scopes: ['api'] });
    const [own] = await database.query<{ id: number }>(
      `select id from identity.personal_access_tokens where name = 'own'`,
    );
    for (const method of ['GET', 'DELETE'] as const) {
      for (const each of [id, own!.id, 999_999]) {
        expect(await send(method, path(jane, `/${each}`))).toEqual(NO_TOKEN);
      }
      expect(await send(method, path(jane, '/x'))).toMatchObject({
        body: { error: 'impersonation_token_id is invalid' },
      });
    }
    const { body } = await send('GET', path(jane));
    expect((body as Body[]).map(({ name }) => name)).not.toContain('own');
  });

  it('revoke for good, as often as one likes, and keep the token listed', async () => {
    const { id, token } = await make(jane);
    for (let time = 0; time < 2; time++) {
      expect(await send('DELETE', path(jane, `/${id}`))).toEqual({ status: 204, body: null });
      expect(await use(token)).toEqual({ outcome: 'revoked' });
    }
    expect(await send('GET', path(jane, `/${id}`))).toMatchObject({ body: { revoked: true, active: false } });
  });

  it('count in every process from the next request on', async () => {
    const { id, token } = await make(jane);
    const useElsewhere = () =>
      other.get(AuthenticateCredential).execute({ kind: 'token', tokenHash: tokenHash(token) });
    expect(await useElsewhere()).toMatchObject({ outcome: 'accepted' });
    const revocations = [app, other, app, other].map((each) =>
      each.request(principalOf(admin), 'DELETE', path(jane, `/${id}`)),
    );
    for (const { status } of await Promise.all(revocations)) expect(status).toBe(204);
    expect(await useElsewhere()).toEqual({ outcome: 'revoked' });
    expect(await use(token)).toEqual({ outcome: 'revoked' });
  });

  it('are not made for a user who goes meanwhile', async () => {
    const user = await somebody();
    await database.query('begin');
    await database.query('delete from identity.users where id = $1', [user.id]);
    const answer = send('POST', path(user), { name: 'late', scopes: ['api'] });
    await until('the token waits for the user', () => app.waitsForALock());
    await database.query('commit');
    expect(await answer).toEqual(NO_USER);
  });

  it('do not revoke what has changed since', async () => {
    const { id } = await make(jane);
    const revoke = (since: string) =>
      app.request(principalOf(admin), 'DELETE', path(jane, `/${id}`), undefined, { 'if-unmodified-since': since });
    expect(await revoke('Mon, 15 Jan 2018 10:07:20 GMT')).toEqual({
      status: 412,
      body: { message: '412 Precondition Failed' },
    });
    expect(await send('GET', path(jane, `/${id}`))).toMatchObject({ body: { revoked: false } });
    expect(await revoke('Mon, 15 Jan 2018 10:07:21 GMT')).toMatchObject({ status: 204 });
    const { time } = app.clock;
    app.clock.time = new Date('2018-01-15T11:00:00Z');
    const again = await make(jane);
    await send('DELETE', path(jane, `/${again.id}`));
    app.clock.time = time;
    expect(await revoke('yesterday')).toMatchObject({ status: 204 });
  });

  it('end a token with the start of its last day in UTC: in lists, in the record and in use', async () => {
    const user = await somebody();
    const { time } = app.clock;
    const { id, token } = await make(user, { expires_at: '2018-03-02' });
    const states = async () => {
      const { body: record } = await send('GET', path(user, `/${id}`));
      const listed = async (state: string) => {
        const { body } = await send('GET', path(user, `?state=${state}`));
        return (body as Body[]).length;
      };
      return {
        active: (record as Body)['active'],
        lists: [await listed('all'), await listed('active'), await listed('inactive')],
        use: (await use(token)).outcome,
      };
    };
    app.clock.time = new Date('2018-03-01T23:59:59.999Z');
    expect(await states()).toEqual({ active: true, lists: [1, 1, 0], use: 'accepted' });
    app.clock.time = new Date('2018-03-02T00:00:00.000Z');
    expect(await states()).toEqual({ active: false, lists: [1, 0, 1], use: 'expired' });
    app.clock.time = time;
  });

  it('make a token of the past inactive from the start', async () => {
    const { id, token, active } = await make(jane, { expires_at: '2018-01-15' });
    expect(active).toBe(false);
    expect(await use(token)).toEqual({ outcome: 'expired' });
    expect(await send('GET', path(jane, `/${id}`))).toMatchObject({ body: { active: false, revoked: false } });
  });

  it('list by state, in the order of making, page by page', async () => {
    const user = await somebody();
    const made: number[] = [];
    for (let each = 0; each < 5; each++) made.push((await make(user, { name: `t${each}` })).id);
    await send('DELETE', path(user, `/${made[1]}`));
    const ids = async (query: string) => {
      const { body } = await send('GET', path(user, query));
      return (body as { id: number }[]).map(({ id }) => id);
    };
    expect(await ids('')).toEqual(made);
    expect(await ids('?state=all')).toEqual(made);
    expect(await ids('?state=active')).toEqual(made.filter((id) => id !== made[1]));
    expect(await ids('?state=inactive')).toEqual([made[1]]);
    expect(await ids('?per_page=2&page=2')).toEqual([made[2], made[3]]);
    expect(await ids('?per_page=2&page=4')).toEqual([]);
    expect(await ids(`?pagination=keyset&per_page=2&id_after=${made[1]}`)).toEqual([made[2], made[3]]);
    expect(await send('GET', path(user, '?state=dead'))).toEqual({
      status: 400,
      body: { error: 'state does not have a valid value' },
    });
  });

  it('list in at most two statements, with the headers of pages', async () => {
    const user = await somebody();
    const statementsOf = (query: string) => app.countStatements(() => send('GET', path(user, query)));
    expect(await statementsOf('')).toBe(2);
    for (let each = 0; each < 3; each++) await make(user);
    expect(await statementsOf('')).toBe(1);
    expect(await statementsOf('?per_page=2')).toBe(2);
    expect(await statementsOf('?page=7')).toBe(2);
    const { headers } = await app.exchange(principalOf(admin), 'GET', path(user, '?per_page=2'));
    expect(headers).toMatchObject({ 'x-total': '3', 'x-total-pages': '2', 'x-next-page': '2', 'x-page': '1' });
    expect(headers['link']).toContain(`<${BASE_URL}/api/v4${path(user)}?page=2&per_page=2>; rel="next"`);
  });

  it('list nothing for users who are going', async () => {
    const user = await somebody();
    await make(user);
    await database.query(`update identity.users set state = 'deleting', former_state = 'active' where id = $1`, [
      user.id,
    ]);
    expect(await send('GET', path(user))).toEqual(NO_USER);
  });
});

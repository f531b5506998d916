import type { Principal } from '@hearth/contract-kit';
import { tokenHash } from '@hearth/secrets';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { RecordTokenUse } from './record-use.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import type { TestDatabase } from '../testing/test-database.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';

type Body = Record<string, unknown>;
type Made = Body & { id: number; token: string };
const UNAUTHORIZED = { status: 401, body: { message: '401 Unauthorized' } };
const NOT_FOUND = { status: 404, body: { message: '404 Not Found' } };
const NO_TOKEN_OF_ITS_OWN = {
  status: 400,
  body: { message: '400 Bad request - This endpoint requires token type to be a personal access token' },
};

describe('the endpoints of personal tokens', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();
  let admin: UserRecord;
  let jane: UserRecord;
  let joe: UserRecord;

  beforeAll(async () => {
    database = app.testDatabase;
    admin = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
    jane = await app.get(CreateUser).execute(newUser('jane'));
    joe = await app.get(CreateUser).execute(newUser('joe'));
  }, 30_000);
  beforeEach(() => database.query('delete from identity.personal_access_tokens'));

  async function make(user: UserRecord, asked: Body = {}, kind = 'personal_access_tokens'): Promise<Made> {
    const body = { name: 'laptop', scopes: ['api'], ...asked };
    const answer = await app.request(principalOf(admin), 'POST', `/users/${user.id}/${kind}`, body);
    expect(answer.status).toBe(201);
    return answer.body as Made;
  }
  const use = (token: string) =>
    app.get(AuthenticateCredential).execute({ kind: 'token', tokenHash: tokenHash(token) });
  /** Returns the principal that the edge gets for a token. */
  async function bearerOf({ token }: { token: string }): Promise<Principal> {
    const authentication = await use(token);
    if (!('principal' in authentication)) throw new Error(`The token is ${authentication.outcome}`);
    return authentication.principal;
  }
  async function names(caller: Principal, query = ''): Promise<unknown[]> {
    const { status, body } = await app.request(caller, 'GET', `/personal_access_tokens${query}`);
    expect(status).toBe(200);
    return (body as Body[]).map(({ name }) => name);
  }

  describe('POST /users/:user_id/personal_access_tokens', () => {
    it('makes a token for a user and tells its value once', async () => {
      const { token, ...shown } = await make(jane, {
        description: 'for the laptop',
        expires_at: '2018-02-01',
        scopes: ['read_user'],
      });
      expect(shown).toEqual({
        id: expect.any(Number),
        name: 'laptop',
        revoked: false,
        created_at: '2018-01-15T10:07:21.123Z',
        description: 'for the laptop',
        scopes: ['read_user'],
        last_used_at: null,
        user_id: jane.id,
        active: true,
        expires_at: '2018-02-01',
      });
      const read = await app.request(principalOf(jane), 'GET', `/personal_access_tokens/${shown.id}`);
      expect(read).toEqual({ status: 200, body: shown });
      expect(await use(token)).toMatchObject({
        principal: { userId: jane.id, credential: { kind: 'personal', scopes: ['read_user'] } },
      });
      await app.get(RecordTokenUse).settled();
      expect(await app.request(principalOf(jane), 'GET', `/personal_access_tokens/${shown.id}`)).toMatchObject({
        body: { last_used_at: '2018-01-15T10:07:21.123Z' },
      });
    });

    it('is for admins, and refuses as for impersonation tokens', async () => {
      const where = `/users/${jane.id}/personal_access_tokens`;
      const asked = { name: 'x', scopes: ['api'] };
      expect(await app.request(null, 'POST', where, asked)).toEqual(UNAUTHORIZED);
      expect(await app.request(principalOf(jane), 'POST', where, asked)).toMatchObject({ status: 403 });
      const post = (body: Body, to = where) => app.request(principalOf(admin), 'POST', to, body);
      expect(await post(asked, '/users/999999/personal_access_tokens')).toMatchObject({ status: 404 });
      expect(await post({ scopes: ['api'] })).toEqual({ status: 400, body: { error: 'name is missing' } });
      expect(await post({ name: 'x' })).toEqual({ status: 400, body: { message: { scopes: ["can't be blank"] } } });
      expect(await post({ name: 'x', scopes: ['sudo'] })).toEqual({
        status: 400,
        body: { message: { scopes: ['can only contain available scopes'] } },
      });
    });
  });

  describe('POST /personal_access_tokens/:id/rotate', () => {
    const rotate = (by: Principal, id: number | 'self', body: Body = {}) =>
      app.request(by, 'POST', `/personal_access_tokens/${id}/rotate`, body);

    it('replaces a token of the caller, which ends at once', async () => {
      const old = await make(jane, { scopes: ['api', 'read_user'], description: 'for the laptop' });
      const { status, body } = await rotate(principalOf(jane), old.id, { expires_at: '2018-03-01' });
      const { token, ...shown } = body as Made;
      expect(status).toBe(200);
      const { token: former, ...before } = old;
      expect(shown).toEqual({ ...before, id: expect.any(Number), expires_at: '2018-03-01' });
      expect([shown.id === old.id, (await use(former)).outcome, (await use(token)).outcome]).toEqual([
        false,
        'revoked',
        'accepted',
      ]);
      expect(await rotate(principalOf(jane), old.id)).toEqual({
        status: 400,
        body: { message: '400 Bad request - token already revoked' },
      });
    });

    it('replaces the token of the request, for a week', async () => {
      const old = await make(jane);
      const { status, body } = await rotate(await bearerOf(old), 'self');
      expect([status, body]).toMatchObject([200, { expires_at: '2018-01-22', token: expect.any(String) }]);
      expect((await use(old.token)).outcome).toBe('revoked');
      expect(await rotate(await bearerOf(await make(jane, {}, 'impersonation_tokens')), 'self')).toEqual(
        NO_TOKEN_OF_ITS_OWN,
      );
    });

    it("is for a user's own tokens, and for admins for those of all users", async () => {
      const { id } = await make(jane);
      expect(await rotate(principalOf(joe), id)).toEqual(UNAUTHORIZED);
      expect(await rotate(principalOf(admin), id)).toMatchObject({ status: 200, body: { user_id: jane.id } });
      expect(await rotate(principalOf(admin), 999_999)).toEqual(NOT_FOUND);
    });

    it('gives an application of an admin no value, and one of a user that of the own token', async () => {
      const byApplication = (user: UserRecord): Principal => {
        const { credential, ...principal } = principalOf(user);
        return { ...principal, credential: { ...credential, kind: 'oauth' } };
      };
      const [own, others] = [await make(admin, { scopes: ['sudo'] }), await make(jane)];
      const asked = { name: 'more', scopes: ['api'] };
      for (const answer of [
        await rotate(byApplication(admin), own.id),
        await rotate(byApplication(admin), others.id),
        await app.request(byApplication(admin), 'POST', `/users/${jane.id}/personal_access_tokens`, asked),
        await app.request(byApplication(admin), 'POST', `/users/${jane.id}/impersonation_tokens`, asked),
      ])
        expect(answer).toMatchObject({ status: 403, body: { error: 'insufficient_scope', scope: 'sudo' } });
      expect((await rotate(byApplication(jane), others.id)).status).toBe(200);
    });

    it('leaves one new token after requests at the same time', async () => {
      const { id } = await make(jane);
      const answers = await Promise.all([1, 2, 3].map(() => rotate(principalOf(jane), id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    });
  });

  describe('GET /personal_access_tokens', () => {
    it("lists a user's own, all to admins, and never impersonation tokens", async () => {
      await make(jane, { name: 'jane-1' });
      await make(joe, { name: 'joe-1' });
      await make(jane, { name: 'jane-2' });
      await make(jane, { name: 'hidden' }, 'impersonation_tokens');
      expect(await names(principalOf(jane))).toEqual(['jane-1', 'jane-2']);
      expect(await names(principalOf(jane), `?user_id=${jane.id}`)).toEqual(['jane-1', 'jane-2']);
      expect(await names(principalOf(admin))).toEqual(['jane-1', 'joe-1', 'jane-2']);
      expect(await names(principalOf(admin), `?user_id=${joe.id}`)).toEqual(['joe-1']);
      expect(await names(principalOf(admin), '?user_id=999999')).toEqual([]);
      const others = await app.request(principalOf(jane), 'GET', `/personal_access_tokens?user_id=${joe.id}`);
      expect(others).toEqual(UNAUTHORIZED);
      expect(await app.request(null, 'GET', '/personal_access_tokens')).toEqual(UNAUTHORIZED);
      const narrow = await app.request(principalOf(jane, ['read_user']), 'GET', '/personal_access_tokens');
      expect(narrow).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    });

    it('filters by state, revocation, name and age', async () => {
      const { time } = app.clock;
      await make(jane, { name: 'lasting deploy' });
      await make(jane, { name: 'ended deploy', expires_at: '2018-01-15' });
      const { id } = await make(jane, { name: 'revoked 100%' });
      await app.request(principalOf(jane), 'DELETE', `/personal_access_tokens/${id}`);
      app.clock.time = new Date('2018-01-15T12:00:00Z');
      await make(jane, { name: 'later', expires_at: '2018-01-16' });
      const own = (query: string) => names(principalOf(jane), query);
      expect(await own('?state=active')).toEqual(['lasting deploy', 'later']);
      expect(await own('?state=inactive')).toEqual(['ended deploy', 'revoked 100%']);
      expect(await own('?revoked=true')).toEqual(['revoked 100%']);
      expect(await own('?revoked=false')).toEqual(['lasting deploy', 'ended deploy', 'later']);
      expect(await own('?search=DEPLOY')).toEqual(['lasting deploy', 'ended deploy']);
      expect(await own('?search=100%25')).toEqual(['revoked 100%']);
      expect(await own('?search=deploy&state=inactive')).toEqual(['ended deploy']);
      expect(await own('?search=')).toHaveLength(4);
      expect(await own('?created_after=2018-01-15T11:00:00Z')).toEqual(['later']);
      expect(await own('?created_before=2018-01-15T11:00:00Z&state=active')).toEqual(['lasting deploy']);
      expect(await names(principalOf(admin), '?state=inactive&search=deploy')).toEqual(['ended deploy']);
      app.clock.time = time;
      for (const query of ['state=all', 'revoked=maybe', 'created_after=now', 'user_id=jane']) {
        const answer = await app.request(principalOf(jane), 'GET', `/personal_access_tokens?${query}`);
        expect(answer.status).toBe(400);
      }
    });

    it('pages by numbers and by keys, in at most two statements', async () => {
      const made: number[] = [];
      for (let each = 0; each < 5; each++) made.push((await make(jane, { name: `t${each}` })).id);
      expect(await names(principalOf(jane), '?per_page=2&page=2')).toEqual(['t2', 't3']);
      const before = app.database.statementCount;
      const first = await app.exchange(principalOf(jane), 'GET', '/personal_access_tokens?per_page=2');
      expect(app.database.statementCount - before).toBe(2);
      expect(first.headers).toMatchObject({ 'x-total': '5', 'x-next-page': '2' });
      const keyed = await app.exchange(
        principalOf(jane),
        'GET',
        '/personal_access_tokens?pagination=keyset&per_page=2',
      );
      expect(app.database.statementCount - before).toBe(3);
      expect(keyed.headers).not.toHaveProperty('x-total');
      expect(keyed.headers['link']).toContain(`id_after=${made[1]}`);
      expect(await names(principalOf(jane), `?pagination=keyset&per_page=2&id_after=${made[3]}`)).toEqual(['t4']);
    });
  });

  describe('/personal_access_tokens/:id', () => {
    it("shows and revokes one's own; others' only for admins, and strangers learn nothing", async () => {
      const own = await make(jane);
      const hidden = await make(jane, {}, 'impersonation_tokens');
      for (const method of ['GET', 'DELETE'] as const) {
        const to = (caller: Principal | null, id: unknown) =>
          app.request(caller, method, `/personal_access_tokens/${id}`);
        for (const id of [own.id, hidden.id, 999_999]) expect(await to(principalOf(joe), id)).toEqual(UNAUTHORIZED);
        expect(await to(principalOf(jane), hidden.id)).toEqual(UNAUTHORIZED);
        expect(await to(principalOf(admin), hidden.id)).toEqual(NOT_FOUND);
        expect(await to(principalOf(admin), 999_999)).toEqual(NOT_FOUND);
        expect(await to(null, own.id)).toEqual(UNAUTHORIZED);
        expect(await to(principalOf(jane), 'x')).toEqual({ status: 400, body: { error: 'id is invalid' } });
        expect(await to(principalOf(admin), own.id)).toMatchObject({ status: method === 'GET' ? 200 : 204 });
      }
      expect(await use(own.token)).toEqual({ outcome: 'revoked' });
      expect(await use(hidden.token)).toMatchObject({ outcome: 'accepted' });
    });

    it('revokes again without complaint, unless the token changed since', async () => {
      const { id } = await make(jane);
      const revoke = (since?: string) =>
        app.request(principalOf(jane), 'DELETE', `/personal_access_tokens/${id}`, undefined, {
          ...(since && { 'if-unmodified-since': since }),
        });
      expect(await revoke('Mon, 15 Jan 2018 10:00:00 GMT')).toMatchObject({ status: 412 });
      expect(await revoke()).toEqual({ status: 204, body: null });
      expect(await revoke()).toEqual({ status: 204, body: null });
      const read = await app.request(principalOf(jane), 'GET', `/personal_access_tokens/${id}`);
      expect(read).toMatchObject({ body: { revoked: true, active: false } });
    });
  });

  describe('/personal_access_tokens/self', () => {
    const self = '/personal_access_tokens/self';

    it.each([[['api']], [['read_user']], [['read_repository']], [['write_repository']]])(
      'shows and revokes the token of the request, with the scopes %j',
      async (scopes) => {
        const made = await make(jane, { name: 'mine', scopes });
        const bearer = await bearerOf(made);
        expect(await app.request(bearer, 'GET', self)).toMatchObject({
          status: 200,
          body: { id: made.id, name: 'mine', user_id: jane.id, active: true, scopes },
        });
        expect(await app.request(bearer, 'DELETE', self)).toEqual({ status: 204, body: null });
        expect(await use(made.token)).toEqual({ outcome: 'revoked' });
      },
    );

    it('is for impersonation tokens too', async () => {
      const made = await make(jane, {}, 'impersonation_tokens');
      const bearer = await bearerOf(made);
      expect(await app.request(bearer, 'GET', self)).toMatchObject({ status: 200, body: { id: made.id } });
      expect(await app.request(bearer, 'DELETE', self)).toMatchObject({ status: 204 });
      expect(await use(made.token)).toEqual({ outcome: 'revoked' });
    });

    it('needs a token, and one that opens something by itself', async () => {
      const password: Principal = {
        ...principalOf(jane),
        credential: { kind: 'password', tokenId: null, scopes: ['api'] },
      };
      for (const method of ['GET', 'DELETE'] as const) {
        expect(await app.request(password, method, self)).toEqual(NO_TOKEN_OF_ITS_OWN);
        expect(await app.request(null, method, self)).toEqual(UNAUTHORIZED);
        expect(await app.request(principalOf(admin, ['sudo']), method, self)).toMatchObject({ status: 403 });
        const gone = { ...principalOf(jane), credential: { kind: 'personal', tokenId: 999_999, scopes: ['api'] } };
        expect(await app.request(gone as Principal, method, self)).toEqual(UNAUTHORIZED);
      }
    });
  });
});

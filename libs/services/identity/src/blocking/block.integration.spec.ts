import { UsersByIdsQuery } from '@hearth/identity-contracts';
import { tokenHash } from '@hearth/secrets';
import { IdentityProvider } from '../provider/identity.provider.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import type { TestDatabase } from '../testing/test-database.js';
import { MintPersonalToken } from '../tokens/mint.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';

describe('blocking a user', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();
  let boss: UserRecord;
  let jane: UserRecord;

  beforeAll(async () => {
    database = app.testDatabase;
    boss = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
    jane = await app.get(CreateUser).execute(newUser('jane'));
  }, 30_000);

  const ask = (what: 'block' | 'unblock', id: number, caller: UserRecord | null = boss) =>
    app.request(caller && principalOf(caller), 'POST', `/users/${id}/${what}`);
  const events = (id: number) =>
    database.query(`select data from identity.outbox where key = $1 and type = 'identity.user-updated' order by id`, [
      String(id),
    ]);

  it('keeps out with the next request, and lets in again', async () => {
    const { token } = await app.get(MintPersonalToken).execute({ username: 'jane', name: 't', scopes: ['api'] });
    const outcome = async () =>
      (await app.get(AuthenticateCredential).execute({ kind: 'token', tokenHash: tokenHash(token) })).outcome;
    const card = async () =>
      UsersByIdsQuery.output.parse(await app.get(IdentityProvider).usersByIds({ ids: [jane.id] })).users[0]?.state;

    expect(await ask('block', jane.id)).toEqual({ status: 201, body: true });
    expect([await outcome(), await card()]).toEqual(['blocked', 'blocked']);
    expect(await ask('block', jane.id)).toEqual({ status: 201, body: false });
    expect(await app.request(principalOf(boss), 'GET', `/users/${jane.id}`)).toMatchObject({
      body: { state: 'blocked' },
    });
    expect(await ask('unblock', jane.id)).toEqual({ status: 201, body: true });
    expect([await outcome(), await card()]).toEqual(['accepted', 'active']);
    expect(await ask('unblock', jane.id)).toEqual({ status: 201, body: false });
    expect(await events(jane.id)).toMatchObject([
      { data: { state: 'blocked', revision: 1, username: 'jane', email: 'jane@example.com', avatarPath: null } },
      { data: { state: 'active', revision: 2 } },
    ]);
  });

  it('leaves users alone whom a directory blocked', async () => {
    const { id } = await app.get(CreateUser).execute(newUser('ldap'));
    await database.query(`update identity.users set state = 'ldap_blocked' where id = $1`, [id]);
    expect(await ask('block', id)).toEqual({
      status: 403,
      body: { message: '403 Forbidden - LDAP blocked users cannot be modified by the API' },
    });
    expect(await ask('unblock', id)).toEqual({
      status: 403,
      body: { message: '403 Forbidden - LDAP blocked users cannot be unblocked by the API' },
    });
  });

  it('is for admins, who may block themselves', async () => {
    expect(await ask('block', jane.id, null)).toMatchObject({ status: 401 });
    expect(await ask('block', boss.id, jane)).toEqual({ status: 403, body: { message: '403 Forbidden' } });
    expect(await ask('unblock', boss.id, jane)).toMatchObject({ status: 403 });
    for (const what of ['block', 'unblock'] as const) {
      expect(await ask(what, 999_999)).toEqual({ status: 404, body: { message: '404 User Not Found' } });
    }
    await app.get(CreateUser).execute(newUser('deputy', { admin: true }));
    expect(await ask('block', boss.id)).toEqual({ status: 201, body: true });
    expect(await ask('unblock', boss.id)).toEqual({ status: 201, body: true });
  });

  it('tells of changes in the order in which they were made, however many come at once', async () => {
    const { id } = await app.get(CreateUser).execute(newUser('often'));
    const wishes = Array.from({ length: 12 }, (_, n) => ask(n % 2 === 0 ? 'block' : 'unblock', id));
    const changes = (await Promise.all(wishes)).filter(({ body }) => body === true).length;
    const told = await events(id);
    expect(told).toHaveLength(changes);
    expect(told.map(({ data }) => (data as { revision: number }).revision)).toEqual(told.map((_, n) => n + 1));
    const [{ state } = { state: '' }] = await database.query<{ state: string }>(
      'select state from identity.users where id = $1',
      [id],
    );
    expect((told.at(-1)!['data'] as { state: string }).state).toBe(state);
  });
});

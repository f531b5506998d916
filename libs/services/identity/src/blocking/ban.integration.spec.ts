import { tokenHash } from '@hearth/secrets';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import { MintPersonalToken } from '../tokens/mint.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';

describe('banning a user', () => {
  const app = IdentityApp.inBlock();
  let boss: UserRecord;
  let jane: UserRecord;

  beforeAll(async () => {
    boss = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
    jane = await app.get(CreateUser).execute(newUser('jane'));
  }, 30_000);

  const ask = (what: string, id = jane.id, caller: UserRecord | null = boss) =>
    app.request(caller && principalOf(caller), 'POST', `/users/${id}/${what}`);
  const refused = (message: string) => ({ status: 403, body: { message } });
  const DONE = { status: 201, body: true };

  it('keeps out with the next request, and lets in again', async () => {
    const { token } = await app.get(MintPersonalToken).execute({ username: 'jane', name: 't', scopes: ['api'] });
    const outcome = async () =>
      (await app.get(AuthenticateCredential).execute({ kind: 'token', tokenHash: tokenHash(token) })).outcome;
    const listed = async (query: string) =>
      ((await app.request(principalOf(boss), 'GET', `/users?${query}`)).body as { username: string }[]).map(
        ({ username }) => username,
      );

    expect(await ask('ban')).toEqual(DONE);
    expect(await outcome()).toBe('blocked');
    expect(await app.request(principalOf(boss), 'GET', `/users/${jane.id}`)).toMatchObject({
      body: { state: 'banned' },
    });
    expect([await listed('blocked=true'), await listed('exclude_active=true')]).toEqual([[], ['jane']]);
    expect(await listed('active=true')).toEqual(['boss']);
    expect(await ask('unban')).toEqual(DONE);
    expect(await outcome()).toBe('accepted');
    const told = await app.testDatabase.query(
      `select data from identity.outbox where key = $1 and type = 'identity.user-updated' order by id`,
      [String(jane.id)],
    );
    expect(told).toMatchObject([
      { data: { state: 'blocked', revision: 1 } },
      { data: { state: 'active', revision: 2 } },
    ]);
    const recorded = await app.testDatabase.query(
      `select data ->> 'kind' as kind from identity.outbox where data ->> 'kind' like 'user.%ban%' order by id`,
    );
    expect(recorded.map(({ kind }) => kind)).toEqual(['user.banned', 'user.unbanned']);
  });

  it('is refused in other states', async () => {
    expect(await ask('unban')).toEqual(refused('You cannot unban active users.'));
    await ask('block');
    expect(await ask('ban')).toEqual(refused('You cannot ban blocked users.'));
    expect(await ask('unban')).toEqual(refused('You cannot unban blocked users.'));
    await ask('unblock');
    await ask('ban');
    expect(await ask('ban')).toEqual(refused('You cannot ban banned users.'));
    expect([await ask('block'), await ask('unblock')]).toMatchObject([{ body: false }, { body: false }]);
    expect(await ask('unban')).toEqual(DONE);
  });

  it('is for admins, and not for the last one', async () => {
    expect(await ask('ban', jane.id, null)).toMatchObject({ status: 401 });
    expect(await ask('ban', boss.id, jane)).toEqual(refused('403 Forbidden'));
    expect(await ask('unban', boss.id, jane)).toEqual(refused('403 Forbidden'));
    for (const what of ['ban', 'unban'])
      expect(await ask(what, 999_999)).toEqual({ status: 404, body: { message: '404 User Not Found' } });
    expect(await ask('ban', boss.id)).toEqual(
      refused(
        '403 Forbidden - The last active administrator cannot be blocked, banned, deactivated, demoted or deleted',
      ),
    );
  });
});

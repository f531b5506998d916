import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';

describe('identities at other providers', () => {
  const app = IdentityApp.inBlock();
  let boss: UserRecord;
  let jane: UserRecord;

  beforeAll(async () => {
    boss = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
    const identity = { provider: 'github', externUid: 'J-7' };
    jane = await app.get(CreateUser).execute(newUser('jane', { identity }));
    await app.request(principalOf(boss), 'PUT', `/users/${jane.id}`, { provider: 'saml', extern_uid: 'jane' });
  }, 30_000);

  const remove = (provider: string, { id = jane.id, caller = boss as UserRecord | null, headers = {} } = {}) =>
    app.request(caller && principalOf(caller), 'DELETE', `/users/${id}/identities/${provider}`, undefined, headers);
  const identities = async () =>
    ((await app.request(principalOf(boss), 'GET', `/users/${jane.id}`)).body as { identities: unknown[] }).identities;

  it('are deleted one by one, by admins', async () => {
    const old = { headers: { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' } };
    expect(await remove('github', old)).toMatchObject({ status: 412 });
    expect(await remove('github')).toEqual({ status: 204, body: null });
    expect(await identities()).toEqual([{ provider: 'saml', extern_uid: 'jane' }]);
    const [recorded] = await app.testDatabase.query(
      `select data from identity.outbox where type = 'identity.audit-recorded' order by id desc limit 1`,
    );
    expect(recorded).toMatchObject({ data: { kind: 'user.identity_deleted', details: { provider: 'github' } } });
    const freed = { provider: 'github', extern_uid: 'J-7' };
    expect(await app.request(principalOf(boss), 'PUT', `/users/${boss.id}`, freed)).toMatchObject({ status: 200 });
  });

  it('are refused without one, and to others', async () => {
    const missing = { status: 404, body: { message: '404 Identity Not Found' } };
    expect(await remove('gitlab')).toEqual(missing);
    expect(await remove('SAML')).toEqual(missing);
    expect(await remove('saml', { id: 999_999 })).toEqual({ status: 404, body: { message: '404 User Not Found' } });
    expect(await remove('saml', { caller: jane })).toMatchObject({ status: 403 });
    expect(await remove('saml', { caller: null })).toMatchObject({ status: 401 });
    expect(await identities()).toEqual([{ provider: 'saml', extern_uid: 'jane' }]);
  });
});

import { MakeAdminCommand, UserNotFound } from '@hearth/identity-contracts';
import { IdentityProvider } from '../provider/identity.provider.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';

const REFUSED = {
  status: 403,
  body: {
    message: '403 Forbidden - The last active administrator cannot be blocked, banned, deactivated, demoted or deleted',
  },
};

describe('the last active admin', () => {
  const app = IdentityApp.inBlock();
  let [boss, other] = [] as unknown as [UserRecord, UserRecord];

  beforeAll(async () => {
    boss = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
    other = await app.get(CreateUser).execute(newUser('other', { admin: true }));
  }, 30_000);

  const endings: [string, (user: UserRecord) => Promise<{ status: number; body: unknown }>][] = [
    ['blocked', ({ id }) => app.request(principalOf(boss), 'POST', `/users/${id}/block`)],
    ['demoted', ({ id }) => app.request(principalOf(boss), 'PUT', `/users/${id}`, { admin: false })],
    ['deleted', ({ id }) => app.request(principalOf(boss), 'DELETE', `/users/${id}`)],
  ];
  const makeAdmin = (username: string) =>
    app.get(IdentityProvider).makeAdmin(MakeAdminCommand.input.parse({ username }));
  const read = async ({ id }: UserRecord) => (await app.request(principalOf(boss), 'GET', `/users/${id}`)).body;

  it.each(endings)('is not %s, and nothing changes', async (_, end) => {
    await app.request(principalOf(boss), 'POST', `/users/${other.id}/block`);
    expect(await end(boss)).toEqual(REFUSED);
    expect(await read(boss)).toMatchObject({ state: 'active', is_admin: true });
    await makeAdmin('other');
    expect(await read(other)).toMatchObject({ state: 'active', is_admin: true });
  });

  it('is left when two block each other at once', async () => {
    const block = ({ id }: UserRecord) => app.request(principalOf(boss), 'POST', `/users/${id}/block`);
    const answers = await Promise.all([block(boss), block(other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
    for (const name of ['boss', 'other']) await makeAdmin(name);
  });

  it('may lose other rights, and others may be changed as before', async () => {
    expect((await app.request(principalOf(boss), 'PUT', `/users/${other.id}`, { admin: false })).status).toBe(200);
    expect((await app.request(principalOf(boss), 'PUT', `/users/${boss.id}`, { bio: 'still here' })).status).toBe(200);
  });

  it('is made again by the operator, by a name in any case', async () => {
    const { username } = await app.get(CreateUser).execute(newUser('jane'));
    expect(await makeAdmin('JANE')).toEqual({ username });
    expect(await makeAdmin('jane')).toEqual({ username });
    const unknown = await makeAdmin('nobody').catch((error: unknown) => error);
    expect(UserNotFound.is(unknown)).toBe(true);
  });
});

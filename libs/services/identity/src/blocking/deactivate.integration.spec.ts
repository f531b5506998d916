import { tokenHash } from '@hearth/secrets';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { Browser } from '../testing/browser.js';
import { IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import { MintPersonalToken } from '../tokens/mint.js';
import { PersonalTokensStore } from '../tokens/personal-tokens.store.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';

const DAY = 86_400_000;
const RECENT =
  '403 Forbidden - The user you are trying to deactivate has been active in the past 90 days and cannot be deactivated';

describe('deactivating a user', () => {
  const app = IdentityApp.inBlock();
  let boss: UserRecord;
  let jane: UserRecord;
  let people = 0;

  beforeAll(async () => {
    boss = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
  }, 30_000);
  beforeEach(async () => {
    jane = await app.get(CreateUser).execute(newUser(`jane${++people}`));
  });

  const ask = (what: string, id = jane.id, caller: UserRecord | null = boss) =>
    app.request(caller && principalOf(caller), 'POST', `/users/${id}/${what}`);
  const refused = (message: string) => ({ status: 403, body: { message } });
  const answered = (body: boolean) => ({ status: 201, body });
  const state = async () =>
    ((await app.request(principalOf(boss), 'GET', `/users/${jane.id}`)).body as { state: string }).state;
  const later = (days: number) => (app.clock.time = new Date(app.clock.time.getTime() + days * DAY));
  const mint = () => app.get(MintPersonalToken).execute({ username: jane.username, name: 't', scopes: ['api'] });

  it('keeps tokens and passwords of git out, until an admin activates the user', async () => {
    const { token } = await mint();
    const outcomes = async () => {
      const byToken = { kind: 'token', tokenHash: tokenHash(token) } as const;
      const password = { login: jane.username, password: PASSWORD, passwordHash: tokenHash(PASSWORD) };
      const found = [byToken, { kind: 'basic', ...password } as const].map((credential) =>
        app.get(AuthenticateCredential).execute(credential),
      );
      return (await Promise.all(found)).map(({ outcome }) => outcome);
    };
    expect(await ask('activate')).toEqual(answered(false));
    expect(await ask('deactivate')).toEqual(answered(true));
    expect(await ask('deactivate')).toEqual(answered(false));
    expect([await state(), await outcomes()]).toEqual(['deactivated', ['blocked', 'blocked']]);
    const listed = await app.request(principalOf(boss), 'GET', `/users?exclude_active=true&username=${jane.username}`);
    expect(listed.body).toMatchObject([{ id: jane.id }]);
    expect(await ask('activate')).toEqual(answered(true));
    expect([await state(), await outcomes()]).toEqual(['active', ['accepted', 'accepted']]);
    const told = await app.testDatabase.query(
      `select data from identity.outbox where key = $1 and type = 'identity.user-updated' order by id`,
      [String(jane.id)],
    );
    expect(told).toMatchObject([{ data: { state: 'blocked' } }, { data: { state: 'active' } }]);
    const recorded = await app.testDatabase.query(
      `select data ->> 'kind' as kind from identity.outbox where data ->> 'kind' like 'user.%activated' order by id`,
    );
    expect(recorded.map(({ kind }) => kind)).toEqual(['user.deactivated', 'user.activated']);
  });

  it('ends with the next sign-in of the user', async () => {
    await ask('deactivate');
    const browser = new Browser(app);
    expect((await browser.signIn(jane.username, 'wrong')).status).toBe(422);
    expect(await state()).toBe('deactivated');
    expect((await browser.signIn(jane.username, PASSWORD)).status).toBe(303);
    expect([await state(), await browser.principal()]).toMatchObject(['active', { userId: jane.id }]);
  });

  it('is refused for users who have been active in the last 90 days', async () => {
    const browser = new Browser(app);
    await browser.signIn(jane.username, PASSWORD);
    later(89);
    expect(await ask('deactivate')).toEqual(refused(RECENT));
    await mint();
    const [{ id } = { id: 0 }] = await app.testDatabase.query<{ id: number }>(
      'select id::int from identity.personal_access_tokens where user_id = $1',
      [jane.id],
    );
    const usedAt = app.clock.now();
    await app.database.tx((tx) => app.get(PersonalTokensStore).touch(tx, id, usedAt));
    later(89);
    expect(await ask('deactivate')).toEqual(refused(RECENT));
    later(1);
    expect(await ask('deactivate')).toEqual(answered(true));
  });

  it('does not apply to blocked users, and is no block', async () => {
    await ask('block');
    expect(await ask('deactivate')).toEqual(refused('403 Forbidden - A blocked user cannot be deactivated by the API'));
    expect(await ask('activate')).toEqual(refused('403 Forbidden - A blocked user must be unblocked to be activated'));
    await ask('unblock');
    await ask('deactivate');
    expect(await ask('unblock')).toEqual(refused('403 Forbidden - Deactivated users cannot be unblocked by the API'));
    expect(await ask('ban')).toEqual(refused('You cannot ban deactivated users.'));
    expect(await ask('block')).toEqual(answered(true));
    expect(await state()).toBe('blocked');
  });

  it('is for admins, and not for the last one', async () => {
    for (const what of ['deactivate', 'activate']) {
      expect(await ask(what, jane.id, null)).toMatchObject({ status: 401 });
      expect(await ask(what, boss.id, jane)).toEqual(refused('403 Forbidden'));
      expect(await ask(what, 999_999)).toEqual({ status: 404, body: { message: '404 User Not Found' } });
    }
    expect(await ask('deactivate', boss.id)).toEqual(
      refused(
        '403 Forbidden - The last active administrator cannot be blocked, banned, deactivated, demoted or deleted',
      ),
    );
  });
});

import { CallFailed } from '@hearth/calls';
import { ClaimUserNamespaceCommand } from '@hearth/projects-contracts';
import { tokenHash } from '@hearth/secrets';
import { EmailTaken } from '../refusals.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser } from '../testing/people.js';
import type { TestDatabase } from '../testing/test-database.js';
import { CreateUser } from '../users/create.js';
import { EnsureRootUser } from './ensure-root.js';

describe('making the administrator', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();

  beforeAll(async () => {
    database = app.testDatabase;
  }, 30_000);
  beforeEach(() => database.query('truncate identity.users, identity.outbox cascade'));
  afterEach(() => app.projects.work());

  const ensure = (password: string) => app.get(EnsureRootUser).execute(password);
  const signIn = (password: string) =>
    app
      .get(AuthenticateCredential)
      .execute({ kind: 'basic', login: 'root', password, passwordHash: tokenHash(password) });
  const away = () => app.projects.behave(() => Promise.reject(new CallFailed(ClaimUserNamespaceCommand, 'is away')));

  it('makes root once, with a namespace', async () => {
    expect(await ensure('the first password')).toEqual({ created: true, username: 'root' });
    expect(await ensure('another password')).toEqual({ created: false, username: 'root' });
    const [root] = await database.query('select * from identity.users');
    expect(root).toMatchObject({
      username: 'root',
      name: 'Administrator',
      email: 'admin@example.com',
      admin: true,
      state: 'active',
      confirmed_at: app.clock.time,
    });
    expect(app.projects.namespaceOf(Number(root?.['id']))).toBeDefined();
    expect(await database.query('select type from identity.outbox')).toEqual([
      { type: 'identity.user-created' },
      { type: 'identity.audit-recorded' },
    ]);
    expect(await signIn('the first password')).toMatchObject({ outcome: 'accepted', principal: { admin: true } });
    expect(await signIn('another password')).toEqual({ outcome: 'unknown' });
  });

  it('makes it once for callers at the same time, with the password of the one that is told so', async () => {
    const passwords = ['password one', 'password two', 'password three'];
    const answers = await Promise.all(passwords.map(ensure));
    const created = passwords.filter((_, index) => answers[index]!.created);
    expect(created).toHaveLength(1);
    expect(await signIn(created[0]!)).toMatchObject({ outcome: 'accepted' });
    expect(await database.query('select username from identity.users')).toHaveLength(1);
  });

  it('goes on where an earlier attempt broke off, with the new password', async () => {
    away();
    await expect(ensure('a lost password')).rejects.toThrow(CallFailed);
    expect(await signIn('a lost password')).toEqual({ outcome: 'unknown' });
    app.projects.work();
    expect(await ensure('the known password')).toEqual({ created: true, username: 'root' });
    expect(await signIn('a lost password')).toEqual({ outcome: 'unknown' });
    expect(await signIn('the known password')).toMatchObject({ outcome: 'accepted' });
  });

  it('leaves it to another administrator, and to a user named root', async () => {
    await app.get(CreateUser).execute(newUser('boss', { admin: true }));
    expect(await ensure('a good password')).toEqual({ created: false, username: 'boss' });
    await database.query('truncate identity.users cascade');
    await app.get(CreateUser).execute(newUser('Root'));
    expect(await ensure('a good password')).toEqual({ created: false, username: 'Root' });
  });

  it('reports an address that belongs to another user', async () => {
    await app.get(CreateUser).execute(newUser('mallory', { email: 'admin@example.com' }));
    await expect(ensure('a good password')).rejects.toMatchObject({ code: EmailTaken.code });
  });
});

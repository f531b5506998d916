import { CallFailed } from '@hearth/calls';
import { UsersByIdsQuery } from '@hearth/identity-contracts';
import {
  ClaimUserNamespaceCommand,
  NamespaceTaken,
  ReleaseUserCommand,
  SoleGroupOwner,
} from '@hearth/projects-contracts';
import { startJobs } from '@hearth/jobs';
import { tokenHash } from '@hearth/secrets';
import { waitFor } from '@hearth/testing';
import { IdentityProvider } from '../provider/identity.provider.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import type { TestDatabase } from '../testing/test-database.js';
import { MintPersonalToken } from '../tokens/mint.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';
import { FinishUserDeletion } from './finish.js';

describe('deleting a user', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();
  let boss: UserRecord;
  let people = 0;

  beforeAll(async () => {
    database = app.testDatabase;
    boss = await app.get(CreateUser).execute(newUser('boss', { admin: true }));
  }, 30_000);
  afterEach(() => {
    app.projects.work();
    // Specs make projects unavailable, which is recorded as a failure.
    app.failures.splice(0);
  });

  const person = () => app.get(CreateUser).execute(newUser(`person${++people}`));
  const remove = (id: number, query = '', headers: Record<string, string> = {}, caller: UserRecord | null = boss) =>
    app.request(caller && principalOf(caller), 'DELETE', `/users/${id}${query}`, undefined, headers);
  const read = (id: number) => app.request(principalOf(boss), 'GET', `/users/${id}`);
  const state = async (id: number) =>
    (await database.query<{ state: string }>('select state from identity.users where id = $1', [id]))[0]?.state;
  const events = async (id: number) => {
    const rows = await database.query<{ type: string; data: Record<string, unknown> }>(
      'select type, data from identity.outbox where key = $1 order by id',
      [String(id)],
    );
    return rows.map(({ type, data }) => ({ type: type.replace('identity.user-', ''), ...data }));
  };
  const cards = async (...ids: number[]) =>
    UsersByIdsQuery.output.parse(await app.get(IdentityProvider).usersByIds({ ids })).users;
  const exists = async (id: number) =>
    (await app.get(IdentityProvider).whichExist({ ids: [id, boss.id] })).ids.includes(id);
  const ghosts = () => database.query<{ id: number; username: string }>('select * from identity.users where ghost');
  const away = () => app.projects.behaveOnRelease(() => Promise.reject(new CallFailed(ReleaseUserCommand, 'is away')));
  const lists = async (username: string) =>
    (await app.request(principalOf(boss), 'GET', `/users?username=${username}`)).body;

  async function runJobsElsewhere(
    until: () => Promise<boolean>,
    behave: (elsewhere: IdentityApp) => void = () => undefined,
  ) {
    const elsewhere = await IdentityApp.start(database);
    behave(elsewhere);
    const jobs = startJobs(elsewhere.app);
    try {
      await database.query(`update identity_jobs.job set start_after = now() where state in ('created', 'retry')`);
      await waitFor('the job', until);
    } finally {
      await jobs.stop();
      await elsewhere.stop();
    }
  }

  describe('the first time', () => {
    it('creates the ghost beside users of the same name; it cannot sign in', async () => {
      await app.get(CreateUser).execute(newUser('ghost', { email: 'a@example.com' }));
      await app.get(CreateUser).execute(newUser('other', { email: 'ghost1@example.com' }));
      app.projects.behave(({ username }, carryOut) =>
        username === 'ghost2' ? Promise.reject(NamespaceTaken()) : Promise.resolve(carryOut()),
      );
      expect(await remove((await person()).id)).toEqual({ status: 204, body: null });
      const [ghost, ...more] = await ghosts();
      expect(ghost).toMatchObject({ username: 'ghost3', name: 'Ghost User', state: 'active', password_hash: null });
      expect(more).toEqual([]);
      expect(app.projects.namespaceOf(Number(ghost!.id))).toBeDefined();
      // No admin asked for the ghost, so it cannot take a path that another namespace has left.
      expect(app.projects.claims.at(-1)!.claim).toMatchObject({ username: 'ghost3', byAdmin: false });
      const asGhost = { user: { username: 'ghost3' } };
      expect(await app.get(AuthenticateCredential).actAs(asGhost)).toEqual({ principal: null, blocked: false });
      const { body } = await app.request(
        principalOf(boss),
        'POST',
        `/users/${Number(ghost!.id)}/impersonation_tokens`,
        { name: 'boo', scopes: ['api'] },
      );
      const { token } = body as { token: string };
      const credential = { kind: 'token' as const, tokenHash: tokenHash(token) };
      expect(await app.get(AuthenticateCredential).execute(credential)).toEqual({ outcome: 'blocked' });
    });

    it('makes one, however many are deleted at once', async () => {
      await database.query('delete from identity.users where ghost');
      await database.query(`delete from identity.users where username like 'ghost%'`);
      const several = await Promise.all([person(), person(), person()]);
      expect(await Promise.all(several.map(({ id }) => remove(id).then(({ status }) => status)))).toEqual([
        204, 204, 204,
      ]);
      expect(await ghosts()).toMatchObject([{ username: 'ghost' }]);
    });

    it('cannot do without it', async () => {
      await database.query('delete from identity.users where ghost');
      app.projects.behave(() => Promise.reject(new CallFailed(ClaimUserNamespaceCommand, 'is away')));
      const { id } = await app
        .get(CreateUser)
        .execute(newUser('patient'))
        .catch(() => ({ id: 0 }));
      expect(id).toBe(0);
      app.projects.work();
      const { id: known } = await person();
      app.projects.behave(() => Promise.reject(new CallFailed(ClaimUserNamespaceCommand, 'is away')));
      expect(await remove(known)).toMatchObject({ status: 503 });
      expect(await state(known)).toBe('deleting');
      expect(await exists(known)).toBe(true);
      app.projects.work();
      await app.get(FinishUserDeletion).execute(known, false);
      expect(await cards(known)).toMatchObject([{ username: 'ghost', askedAs: known }]);
    });
  });

  it('leaves nothing but the id, for which the ghost stands', async () => {
    const { id, username, email } = await person();
    const { token } = await app.get(MintPersonalToken).execute({ username, name: 't', scopes: ['api'] });
    expect(await exists(id)).toBe(true);
    expect(await remove(id, '?hard_delete=True')).toEqual({ status: 204, body: null });
    expect(app.projects.releases.at(-1)).toEqual({ userId: id, hardDelete: true, ghostId: expect.any(Number) });
    expect(app.projects.namespaceOf(id)).toBeUndefined();
    expect(await read(id)).toEqual({ status: 404, body: { message: '404 User Not Found' } });
    expect(await remove(id)).toMatchObject({ status: 404 });
    expect(await state(id)).toBeUndefined();
    expect(await exists(id)).toBe(false);
    expect(await app.get(AuthenticateCredential).execute({ kind: 'token', tokenHash: tokenHash(token) })).toEqual({
      outcome: 'unknown',
    });
    expect((await events(id)).map(({ type }) => type)).toEqual(['created', 'updated', 'deleted']);
    expect((await events(id)).at(-1)).toEqual({
      type: 'deleted',
      userId: id,
      hardDelete: true,
      ghostId: expect.any(Number),
    });
    const [ghost] = await ghosts();
    expect(await cards(id, boss.id, 999_999)).toEqual([
      expect.objectContaining({ id: boss.id }),
      expect.objectContaining({ id: Number(ghost!.id), name: 'Ghost User', state: 'blocked', askedAs: id }),
    ]);
    expect((await app.get(CreateUser).execute(newUser(username, { email }))).id).toBeGreaterThan(id);
  });

  it('keeps the contributions unless told otherwise', async () => {
    const { id } = await person();
    await remove(id);
    expect(app.projects.releases.at(-1)).toEqual({ userId: id, hardDelete: false, ghostId: expect.any(Number) });
    expect((await events(id)).at(-1)).toMatchObject({ type: 'deleted', hardDelete: false });
  });

  it.each(['active', 'blocked'])('is taken back for the only owner of groups, who is %s again', async (before) => {
    const { id, username } = await person();
    if (before === 'blocked') await app.request(principalOf(boss), 'POST', `/users/${id}/block`);
    app.projects.behaveOnRelease(() => Promise.reject(SoleGroupOwner({ groups: ['one', 'two/three'] })));
    expect(await remove(id)).toEqual({
      status: 409,
      body: { message: 'User cannot be removed until group ownership is transferred: one, two/three' },
    });
    expect(await read(id)).toMatchObject({ status: 200, body: { username, state: before } });
    const told = (await events(id)).filter(({ type }) => type === 'updated') as Record<string, unknown>[];
    expect(told.slice(-2)).toMatchObject([{ state: 'blocked' }, { state: before }]);
    expect(told.map(({ revision }) => revision)).toEqual(told.map((_, n) => n + 1));
  });

  it('hides the user and ends access at once, and the job finishes it', async () => {
    const { id, username } = await person();
    const { token } = await app.get(MintPersonalToken).execute({ username, name: 't', scopes: ['api'] });
    away();
    expect(await remove(id, '?hard_delete=1')).toMatchObject({ status: 503 });
    expect(await state(id)).toBe('deleting');
    expect(await read(id)).toMatchObject({ status: 404 });
    expect(await lists(username)).toEqual([]);
    expect(await remove(id)).toMatchObject({ status: 404 });
    expect(await app.request(principalOf(boss), 'PUT', `/users/${id}`, { bio: 'x' })).toMatchObject({ status: 404 });
    expect(await app.request(principalOf(boss), 'POST', `/users/${id}/unblock`)).toMatchObject({ status: 404 });
    const credential = { kind: 'token' as const, tokenHash: tokenHash(token) };
    expect(await app.get(AuthenticateCredential).execute(credential)).toEqual({ outcome: 'unknown' });
    expect(await app.get(AuthenticateCredential).actAs({ user: { id } })).toMatchObject({ principal: null });
    expect(await cards(id)).toMatchObject([{ id, state: 'blocked' }]);
    await expect(app.get(MintPersonalToken).execute({ username, name: 't', scopes: ['api'] })).rejects.toBeDefined();

    await runJobsElsewhere(async () => (await state(id)) === undefined);
    expect((await events(id)).at(-1)).toEqual({
      type: 'deleted',
      userId: id,
      hardDelete: true,
      ghostId: expect.any(Number),
    });
  }, 30_000);

  it.each([false, true])(
    'goes on after its process died (released before: %s)',
    async (released) => {
      const { id } = await person();
      app.projects.behaveOnRelease((_release, carryOut) => {
        if (released) carryOut();
        return new Promise<never>(() => undefined);
      });
      void remove(id);
      await waitFor('the call', () => Promise.resolve(app.projects.releases.some(({ userId }) => userId === id)));
      await runJobsElsewhere(async () => (await state(id)) === undefined);
      expect((await events(id)).filter(({ type }) => type === 'deleted')).toHaveLength(1);
    },
    30_000,
  );

  it('is taken back by the job where the user has to stay', async () => {
    const { id } = await person();
    away();
    await remove(id);
    await runJobsElsewhere(
      async () => (await state(id)) === 'active',
      ({ projects }) => projects.behaveOnRelease(() => Promise.reject(SoleGroupOwner({ groups: ['g'] }))),
    );
    expect(await read(id)).toMatchObject({ status: 200 });
  }, 30_000);

  it('happens once however often it is resumed', async () => {
    const { id } = await person();
    away();
    await remove(id);
    app.projects.work();
    const finish = app.get(FinishUserDeletion);
    await Promise.all([finish.execute(id, false), finish.execute(id, false), finish.execute(id, false)]);
    await finish.execute(id, false);
    expect((await events(id)).filter(({ type }) => type === 'deleted')).toHaveLength(1);
  });

  it('finishes a released deletion, though another request was told that the user stays', async () => {
    const { id } = await person();
    let refuse = () => undefined as void;
    app.projects.behaveOnRelease((_release, carryOut) => {
      return new Promise((resolve) => {
        refuse = () => {
          carryOut();
          resolve();
        };
      });
    });
    const removing = remove(id);
    await waitFor('the call', () => Promise.resolve(app.projects.releases.some(({ userId }) => userId === id)));
    const release = refuse;
    app.projects.behaveOnRelease(() => Promise.reject(SoleGroupOwner({ groups: ['g'] })));
    await expect(app.get(FinishUserDeletion).execute(id, false)).rejects.toMatchObject({ code: SoleGroupOwner.code });
    expect(await state(id)).toBe('active');
    release();
    expect(await removing).toMatchObject({ status: 204 });
    expect(await state(id)).toBeUndefined();
  });

  it('keeps to If-Unmodified-Since', async () => {
    const { id } = await person();
    const before = { 'if-unmodified-since': new Date(app.clock.time.getTime() - 60_000).toUTCString() };
    expect(await remove(id, '', before)).toEqual({ status: 412, body: { message: '412 Precondition Failed' } });
    expect(await state(id)).toBe('active');
    const after = { 'if-unmodified-since': new Date(app.clock.time.getTime() + 60_000).toUTCString() };
    expect(await remove(id, '', after)).toMatchObject({ status: 204 });
  });

  it('leaves the ghost alone', async () => {
    const ghost = Number((await ghosts())[0]!.id);
    const refused = { status: 403, body: { message: '403 Forbidden' } };
    expect(await remove(ghost)).toEqual(refused);
    expect(await app.request(principalOf(boss), 'PUT', `/users/${ghost}`, { admin: true })).toEqual(refused);
    expect(await app.request(principalOf(boss), 'POST', `/users/${ghost}/block`)).toEqual(refused);
    const active = await app.request(principalOf(boss), 'GET', '/users?active=true&per_page=100');
    expect((active.body as { username: string }[]).map(({ username }) => username)).not.toContain('ghost');
  });

  it('is for admins, who may delete themselves', async () => {
    const { id } = await person();
    const jane = await person();
    expect(await remove(id, '', {}, null)).toMatchObject({ status: 401 });
    expect(await remove(id, '', {}, jane)).toEqual({ status: 403, body: { message: '403 Forbidden' } });
    expect(await remove(id, '?hard_delete=perhaps', {}, jane)).toMatchObject({ status: 400 });
    expect(await remove(999_999)).toEqual({ status: 404, body: { message: '404 User Not Found' } });
    const admin = await app.get(CreateUser).execute(newUser('second', { admin: true }));
    expect(await remove(admin.id, '', {}, admin)).toMatchObject({ status: 204 });
  });
});

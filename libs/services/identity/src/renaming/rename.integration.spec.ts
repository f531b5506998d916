import { CallFailed } from '@hearth/calls';
import {
  NamespaceReserved,
  NamespaceTaken,
  NamespaceTakenBefore,
  ReleaseUserCommand,
  RenameUserNamespaceCommand,
  SoleGroupOwner,
} from '@hearth/projects-contracts';
import { startJobs } from '@hearth/jobs';
import { waitFor } from '@hearth/testing';
import { FinishUserDeletion } from '../deletion/finish.js';
import { UserInvalid, UsernameTaken } from '../refusals.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import type { TestDatabase } from '../testing/test-database.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';
import { FinishUserRename } from './finish.js';

describe('renaming a user', () => {
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

  let addresses = 0;
  const make = (username: string) =>
    app.get(CreateUser).execute(newUser(username, { email: `address${++addresses}@example.com` }));
  const person = () => make(`person${++people}`);
  const rename = (id: number, username: string, more: Record<string, unknown> = {}) =>
    app.request(principalOf(boss), 'PUT', `/users/${id}`, { username, ...more });
  const row = async (id: number) => {
    const [found] = await database.query<{ username: string; pending_username: string | null }>(
      'select username, pending_username, bio from identity.users where id = $1',
      [id],
    );
    return found!;
  };
  const told = async (id: number) => {
    const rows = await database.query<{ data: { username: string; revision: number } }>(
      `select data from identity.outbox where key = $1 and type = 'identity.user-updated' order by id`,
      [String(id)],
    );
    return rows.map(({ data }) => [data.revision, data.username]);
  };
  const away = () =>
    app.projects.behaveOnRename(() => Promise.reject(new CallFailed(RenameUserNamespaceCommand, 'is away')));
  const gone = new Promise<never>(() => undefined);

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

  it('moves the namespace, then everything else, and frees the old name', async () => {
    const { id, username } = await person();
    const { status, body } = await rename(id, 'new-name', { name: 'New Name', bio: 'bio' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ username: 'new-name', name: 'New Name', bio: 'bio' });
    expect(app.projects.pathOf(id)).toBe('new-name');
    expect(app.projects.renames.at(-1)).toEqual({ userId: id, username: 'new-name', byAdmin: true });
    expect(await told(id)).toEqual([
      [1, 'new-name'],
      [2, 'new-name'],
    ]);
    expect(await make(username)).toMatchObject({ username });
  });

  it('may change nothing but the case', async () => {
    const { id, username } = await person();
    expect(await rename(id, username.toUpperCase())).toMatchObject({ body: { username: username.toUpperCase() } });
    expect(app.projects.pathOf(id)).toBe(username.toUpperCase());
    const calls = app.projects.renames.length;
    expect(await rename(id, username.toUpperCase())).toMatchObject({ status: 200 });
    expect(app.projects.renames).toHaveLength(calls);
  });

  it.each([
    [NamespaceTaken(), { message: { username: ['has already been taken'] } }],
    [
      NamespaceTakenBefore({ path: 'a-word' }),
      { message: { username: ['a-word has been taken before. Please use another one'] } },
    ],
    [NamespaceReserved({ path: 'a-word' }), { message: { username: ['a-word is a reserved name'] } }],
  ])('changes nothing when the namespace is refused: %s', async (refusal, body) => {
    const { id, username } = await person();
    app.projects.behaveOnRename(() => Promise.reject(refusal));
    expect(await rename(id, 'a-word', { bio: 'bio' })).toEqual({ status: 400, body });
    expect(await row(id)).toEqual({ username, pending_username: null, bio: null });
    expect(await told(id)).toEqual([]);
    app.projects.work();
    expect(await make(`a-word${people}`)).toBeDefined();
  });

  it('looks at everything else before it moves anything', async () => {
    const { id, username } = await person();
    expect(await rename(id, 'never', { bio: 'x'.repeat(256) })).toMatchObject({ status: 400 });
    expect(await rename(id, 'never', { email: 'boss@example.com' })).toMatchObject({ status: 404 });
    expect(app.projects.pathOf(id)).toBe(username);
  });

  it('answers 503 while projects is away, holds both names, and is finished by the job', async () => {
    const { id, username } = await person();
    away();
    expect(await rename(id, 'waits')).toEqual({ status: 503, body: { message: '503 Service Unavailable' } });
    expect(app.failures.at(-1)).toBeInstanceOf(CallFailed);
    expect(await row(id)).toMatchObject({ username, pending_username: 'waits' });
    const other = await person();
    expect(await rename(other.id, 'WAITS')).toMatchObject({ status: 404 });
    await expect(make('waits')).rejects.toMatchObject({ code: UsernameTaken.code });
    await expect(make('Waits')).rejects.toMatchObject({ code: UserInvalid.code });
    await expect(make(username)).rejects.toMatchObject({ code: UsernameTaken.code });
    await runJobsElsewhere(async () => (await row(id)).username === 'waits');
    expect(await row(id)).toMatchObject({ pending_username: null });
    expect(await told(id)).toEqual([[1, 'waits']]);
  }, 30_000);

  it.each([false, true])(
    'goes on after its process died (namespace moved before: %s)',
    async (moved) => {
      const { id } = await person();
      const name = moved ? 'died-late' : 'died-early';
      app.projects.behaveOnRename((_rename, carryOut) => {
        if (moved) carryOut();
        return gone;
      });
      void rename(id, name);
      await waitFor('the call', () => Promise.resolve(app.projects.renames.some(({ username }) => username === name)));
      app.projects.work();
      await runJobsElsewhere(async () => (await row(id)).username === name);
      expect(await told(id)).toEqual([[1, name]]);
    },
    30_000,
  );

  it('is given up by the job where the namespace is refused, and the name is free again', async () => {
    const { id, username } = await person();
    away();
    await rename(id, 'refused-later');
    await runJobsElsewhere(
      async () => (await row(id)).pending_username === null,
      ({ projects }) => projects.behaveOnRename(() => Promise.reject(NamespaceTaken())),
    );
    expect(await row(id)).toMatchObject({ username });
    app.projects.work();
    expect(await make('refused-later')).toMatchObject({ username: 'refused-later' });
  }, 30_000);

  it('ends though the user is being deleted, who may have to stay', async () => {
    const { id } = await person();
    const nobody = () => Promise.reject(new CallFailed(ReleaseUserCommand, 'is away'));
    away();
    app.projects.behaveOnRelease(nobody);
    expect(await rename(id, 'stays')).toMatchObject({ status: 503 });
    expect(await app.request(principalOf(boss), 'DELETE', `/users/${id}`)).toMatchObject({ status: 503 });
    await runJobsElsewhere(
      async () => (await row(id)).pending_username === null,
      ({ projects }) => projects.behaveOnRelease(nobody),
    );
    app.projects.behaveOnRelease(() => Promise.reject(SoleGroupOwner({ groups: ['g'] })));
    await expect(app.get(FinishUserDeletion).execute(id, false)).rejects.toMatchObject({ code: SoleGroupOwner.code });
    expect(await app.request(null, 'GET', `/users/${id}`)).toMatchObject({ status: 200, body: { username: 'stays' } });
    expect((await told(id)).at(-1)).toEqual([3, 'stays']);
  }, 30_000);

  it('lets an earlier one go first, so that user and namespace are called alike', async () => {
    const { id } = await person();
    away();
    await rename(id, 'first');
    app.projects.work();
    expect(await rename(id, 'second')).toMatchObject({ status: 200 });
    expect(app.projects.renames.slice(-2).map(({ username }) => username)).toEqual(['first', 'second']);
    expect(await told(id)).toEqual([
      [1, 'first'],
      [2, 'second'],
    ]);
    expect(app.projects.pathOf(id)).toBe('second');
  });

  it('may be taken back by asking for the old name', async () => {
    const { id, username } = await person();
    away();
    expect(await rename(id, 'regretted')).toMatchObject({ status: 503 });
    expect(await rename(id, username)).toMatchObject({ status: 503 });
    app.projects.work();
    expect(await rename(id, username)).toMatchObject({ status: 200, body: { username } });
    expect(await row(id)).toMatchObject({ username, pending_username: null });
    expect(app.projects.pathOf(id)).toBe(username);
    expect(await make('regretted')).toMatchObject({ username: 'regretted' });
  });

  it('happens once however often it is resumed', async () => {
    const { id } = await person();
    away();
    await rename(id, 'once');
    app.projects.work();
    const finish = app.get(FinishUserRename);
    await Promise.all([finish.execute(id), finish.execute(id), finish.execute(id)]);
    await finish.execute(id);
    expect(await told(id)).toEqual([[1, 'once']]);
  });

  it.each([1, 2, 3])('lets exactly one of several at once have the name (round %d)', async (round) => {
    const name = `wanted${round}`;
    const renamed = await Promise.all([person(), person()]);
    const outcomes = await Promise.all([
      ...renamed.map(async ({ id }) => (await rename(id, name)).status),
      make(name).then(
        () => 200,
        () => 404,
      ),
    ]);
    expect(outcomes.sort()).toEqual([200, 404, 404]);
    const owners = await database.query(
      'select id from identity.users where lower($1) in (lower(username), lower(pending_username))',
      [name],
    );
    expect(owners).toHaveLength(1);
  });
});

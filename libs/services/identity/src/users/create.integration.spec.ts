import { CallFailed } from '@hearth/calls';
import { UserNotFound } from '@hearth/identity-contracts';
import { ClaimUserNamespaceCommand, NamespaceTaken } from '@hearth/projects-contracts';
import { startJobs } from '@hearth/jobs';
import { tokenHash } from '@hearth/secrets';
import { withOrigin } from '@hearth/telemetry';
import { waitFor } from '@hearth/testing';
import { EmailTaken, UserInvalid, UsernameTaken } from '../refusals.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser } from '../testing/people.js';
import type { TestDatabase } from '../testing/test-database.js';
import { CreateUser } from './create.js';
import { FinishUserCreation } from './finish-creation.js';
import { UserFacts } from './user.facts.js';

describe('making a user', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();

  beforeAll(async () => {
    database = app.testDatabase;
  }, 30_000);
  afterEach(() => app.projects.work());

  const create = (...args: Parameters<CreateUser['execute']>) => app.get(CreateUser).execute(...args);
  const row = async (username: string) => {
    const rows = await database.query<{ id: string; state: string }>(
      'select id, state from identity.users where username = $1',
      [username],
    );
    return rows[0] && { id: Number(rows[0].id), state: rows[0].state };
  };
  const events = (id: number) =>
    database.query('select type, data, actor, correlation from identity.outbox where key = $1', [String(id)]);
  const signIn = (login: string) =>
    app
      .get(AuthenticateCredential)
      .execute({ kind: 'basic', login, password: PASSWORD, passwordHash: tokenHash(PASSWORD) });

  it('claims the namespace, then tells others', async () => {
    const origin = { actor: 1, correlation: 'request-7' };
    const user = await withOrigin(origin, () => create(newUser('jane')));
    expect(user).toMatchObject({ username: 'jane', state: 'active', createdAt: app.clock.time, confirmedAt: null });
    const claim = {
      userId: user.id,
      username: 'jane',
      displayName: 'The jane',
      email: 'jane@example.com',
      byAdmin: true,
    };
    const createdAt = app.clock.time.toISOString();
    expect(app.projects.claims.at(-1)).toEqual({ claim: { ...claim, createdAt }, origin });
    const [event] = await events(user.id);
    expect(event).toMatchObject({
      type: 'identity.user-created',
      data: { userId: user.id, username: 'jane' },
      correlation: 'request-7',
    });
    expect(Number(event?.['actor'])).toBe(1);
    expect(await signIn('JANE')).toMatchObject({ outcome: 'accepted', principal: { userId: user.id } });
  });

  it('leaves nothing of a user whose namespace is refused', async () => {
    app.projects.behave(() => Promise.reject(NamespaceTaken()));
    await expect(create(newUser('group-name'))).rejects.toMatchObject({ code: NamespaceTaken.code });
    expect(await row('group-name')).toBeUndefined();
    app.projects.work();
    expect(await create(newUser('group-name'))).toMatchObject({ state: 'active' });
  });

  it('keeps a hidden user for the job when projects does not answer', async () => {
    app.projects.behave(() => Promise.reject(new CallFailed(ClaimUserNamespaceCommand, 'is away')));
    await expect(create(newUser('later'))).rejects.toThrow(CallFailed);
    const { id, state } = (await row('later'))!;
    expect(state).toBe('creating');
    await expect(app.get(UserFacts).one(id)).rejects.toMatchObject({ code: UserNotFound.code });
    expect(await app.get(UserFacts).cards([id])).toEqual([]);
    expect(await signIn('later')).toEqual({ outcome: 'unknown' });
    expect(await events(id)).toEqual([]);
    await expect(create(newUser('later', { email: 'else@example.com' }))).rejects.toMatchObject({
      code: UsernameTaken.code,
    });
  });

  describe('when the process dies', () => {
    const never = new Promise<never>(() => undefined);

    /** Starts the creation of a user, and never returns from the claim, like a killed process. */
    async function dieMaking(username: string, afterTheClaim: boolean): Promise<number> {
      app.projects.behave((_claim, carryOut) => {
        if (afterTheClaim) carryOut();
        return never;
      });
      void create(newUser(username));
      const claimed = () => app.projects.claims.some(({ claim }) => claim.username === username);
      const { id } = await waitFor('the claim', async () => claimed() && row(username));
      return id;
    }

    /** Runs the jobs of another process, as if they were due. */
    async function runJobsElsewhere(behave: (elsewhere: IdentityApp) => void, until: () => Promise<boolean>) {
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

    it.each([false, true])(
      'is made to the end by the job (claimed before: %s)',
      async (afterTheClaim) => {
        const username = afterTheClaim ? 'died-late' : 'died-early';
        const id = await dieMaking(username, afterTheClaim);
        await runJobsElsewhere(
          () => undefined,
          async () => (await row(username))?.state === 'active',
        );
        expect(await events(id)).toHaveLength(1);
        expect(await signIn(username)).toMatchObject({ outcome: 'accepted' });
      },
      30_000,
    );

    it('is removed by the job where the namespace is refused, and the name is free again', async () => {
      const id = await dieMaking('died-taken', false);
      await runJobsElsewhere(
        ({ projects }) =>
          projects.behave(({ username }, carryOut) =>
            username === 'died-taken' ? Promise.reject(NamespaceTaken()) : Promise.resolve(carryOut()),
          ),
        async () => (await row('died-taken')) === undefined,
      );
      expect(await events(id)).toEqual([]);
      app.projects.work();
      expect((await create(newUser('died-taken'))).id).not.toBe(id);
    }, 30_000);

    it('is made once however often it is resumed', async () => {
      const id = await dieMaking('often', false);
      app.projects.work();
      const finish = app.get(FinishUserCreation);
      const resumed = await Promise.all([finish.execute(id), finish.execute(id), finish.execute(id)]);
      expect(resumed.map((user) => user?.state)).toEqual(['active', 'active', 'active']);
      expect(await finish.execute(id)).toMatchObject({ id });
      expect(await events(id)).toHaveLength(1);
    });
  });

  it('waits a minute before a job looks at what a request is busy with', async () => {
    const { id } = await create(newUser('patient'));
    const [job] = await database.query<{ seconds: string }>(
      `select extract(epoch from start_after - created_on) as seconds
       from identity_jobs.job where data->'data'->>'userId' = $1`,
      [String(id)],
    );
    expect(Number(job?.seconds)).toBeCloseTo(60, 0);
  });

  describe('with names that are taken', () => {
    beforeAll(() => create(newUser('owner', { email: 'Owner@Example.com' })));

    it('tells so', async () => {
      await expect(create(newUser('other', { email: 'oWNER@example.com' }))).rejects.toMatchObject({
        code: EmailTaken.code,
      });
      await expect(create(newUser('owner', { email: 'new@example.com' }))).rejects.toMatchObject({
        code: UsernameTaken.code,
      });
      await expect(create(newUser('OWNER', { email: 'new@example.com' }))).rejects.toMatchObject({
        status: 400,
        body: { message: { username: ['has already been taken'] } },
      });
    });

    it('tells of them before anything else', async () => {
      await expect(create(newUser('-', { email: 'owner@example.com', password: 'x' }))).rejects.toMatchObject({
        code: EmailTaken.code,
      });
      await expect(create(newUser('-', { password: 'x' }))).rejects.toMatchObject({ code: UserInvalid.code });
    });

    it.each([
      ['e-mail address', EmailTaken, ['one', 'two'], ['same@example.com', 'SAME@example.com']],
      ['username', UsernameTaken, ['twin', 'twin'], ['a@example.com', 'b@example.com']],
    ])('lets exactly one of two at once have the %s', async (_, taken, usernames, emails) => {
      const outcomes = await Promise.allSettled(
        usernames.map((username, index) => create(newUser(username, { email: emails[index]! }))),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const lost = outcomes.find((outcome) => outcome.status === 'rejected');
      expect(taken.is(lost?.reason)).toBe(true);
    });
  });

  it('keeps no password but its hash, and none where one is to be chosen', async () => {
    await create(newUser('hashed'));
    await create(newUser('unset', { password: null }));
    const rows = await database.query('select * from identity.users where username in ($1, $2) order by id', [
      'hashed',
      'unset',
    ]);
    expect(rows[0]).toMatchObject({ password_hash: expect.stringMatching(/^\$argon2id\$/) });
    expect(rows[1]).toMatchObject({ password_hash: null });
    expect(JSON.stringify(rows)).not.toContain(PASSWORD);
  });

  it('gives external users neither groups nor projects', async () => {
    const user = await create(newUser('outside', { external: true, projectsLimit: 5 }));
    expect(user).toMatchObject({ external: true, canCreateGroup: false, projectsLimit: 0 });
  });
});

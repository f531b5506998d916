import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { IdentityProvider } from '../provider/identity.provider.js';
import { startJobs, type RunningJobs } from '@hearth/jobs';
import { tokenHash } from '@hearth/secrets';
import { waitFor } from '@hearth/testing';
import { OnGroupDeleted } from '../events/on-group-deleted.js';
import { OnProjectDeleted } from '../events/on-project-deleted.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser, principalOf } from '../testing/people.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';

type Body = Record<string, unknown>;
type Made = Body & { id: number; user_id: number; token: string };
const NOT_FOUND = { status: 404, body: { message: '404 Access Token Not Found' } };
const { developer, master, owner } = AccessLevel;

describe.each(['project', 'group'] as const)('access tokens of a %s', (kind) => {
  const app = IdentityApp.inBlock();
  let jobs: RunningJobs;
  let boss: UserRecord;
  let jane: UserRecord;
  let dan: UserRecord;

  beforeAll(async () => {
    const make = (name: string, admin = false) => app.get(CreateUser).execute(newUser(name, { admin }));
    [boss, jane, dan] = [await make('boss', true), await make('jane'), await make('dan')];
    jobs = startJobs(app.app);
  }, 30_000);
  afterAll(() => jobs?.stop());

  function source() {
    const members = { [jane.id]: kind === 'project' ? master : owner, [dan.id]: developer };
    return kind === 'project' ? app.projects.addProject(members) : app.projects.addGroup(members);
  }
  const path = (id: number, rest: string | number = '') => `/${kind}s/${id}/access_tokens${rest && `/${rest}`}`;
  const create = (id: number, body: Body = {}, by = principalOf(jane)) =>
    app.request(by, 'POST', path(id), { name: 'deploy', scopes: ['api'], ...body });
  async function made(id: number, body: Body = {}): Promise<Made> {
    const answer = await create(id, body);
    expect(answer.status).toBe(201);
    return answer.body as Made;
  }
  const use = (token: string) =>
    app.get(AuthenticateCredential).execute({ kind: 'token', tokenHash: tokenHash(token) });
  async function bearerOf({ token }: { token: string }): Promise<Principal> {
    const authentication = await use(token);
    if (!('principal' in authentication)) throw new Error(`The token is ${authentication.outcome}`);
    return authentication.principal;
  }
  const read = (id: number, rest: string | number = '', by = jane) =>
    app.request(principalOf(by), 'GET', path(id, rest));
  const user = async (id: number) => app.request(principalOf(boss), 'GET', `/users/${id}`);
  const gone = (id: number) =>
    waitFor('the bot to be deleted', async () => {
      const rows = await app.testDatabase.query('select from identity.users where id = $1', [id]);
      return rows.length === 0;
    });

  it('are those of a bot with that level, and told once', async () => {
    const { id, members } = source();
    const body = {
      description: 'for CI',
      access_level: 30,
      expires_at: '2018-06-01',
      scopes: ['api', 'write_repository'],
    };
    const { token, ...shown } = await made(id, body);
    expect(shown).toEqual({
      ...{ id: expect.any(Number), name: 'deploy', description: 'for CI', scopes: ['api', 'write_repository'] },
      ...{ revoked: false, active: true, created_at: '2018-01-15T10:07:21.123Z', last_used_at: null },
      ...{ user_id: expect.any(Number), access_level: 30, expires_at: '2018-06-01' },
    });
    expect(members.get(shown.user_id)).toBe(30);
    expect(await read(id)).toEqual({ status: 200, body: [shown] });
    expect(await read(id, shown.id)).toEqual({ status: 200, body: shown });
    expect(await read(source().id, shown.id)).toEqual(NOT_FOUND);
    const bearer = await bearerOf({ token });
    expect(bearer).toMatchObject({ userId: shown.user_id, admin: false, projectsLimit: 0, bot: true });
    expect(await app.request(bearer, 'GET', '/user')).toMatchObject({
      status: 200,
      body: {
        name: 'deploy',
        username: expect.stringMatching(new RegExp(`^${kind}_${id}_bot_[0-9a-f]{32}$`)),
        bot: true,
      },
    });
    expect(await user(jane.id)).toMatchObject({ body: { bot: false } });
    const { users } = await app.get(IdentityProvider).usersByIds({ ids: [jane.id, shown.user_id] });
    expect(users.map(({ bot }) => bot)).toEqual([undefined, true]);
  });

  it('end after a year at the latest, and are for masters where no level is given', async () => {
    const { id, members } = source();
    const bot = await made(id);
    expect([bot['expires_at'], members.get(bot.user_id)]).toEqual(['2019-01-15', master]);
    expect(await create(id, { expires_at: '2019-01-16' })).toEqual({
      status: 400,
      body: { message: { expires_at: ['must be before or on 2019-01-15'] } },
    });
    const tooHigh = kind === 'project' ? 50 : 60;
    expect(await create(id, { access_level: tooHigh })).toEqual({
      status: 400,
      body: { error: 'access_level does not have a valid value' },
    });
  });

  it('have no higher level than their creator', async () => {
    const { id, members } = source();
    expect(await create(id, {}, principalOf(dan))).toMatchObject({ status: 403 });
    expect(await read(id, '', dan)).toMatchObject({ status: 403 });
    if (kind === 'project') return;
    members.set(dan.id, owner);
    expect((await create(id, { access_level: 50 }, principalOf(dan))).status).toBe(201);
  });

  it('make no further tokens, and rotate themselves', async () => {
    const { id } = source();
    const bot = await made(id, { access_level: kind === 'project' ? 40 : 50 });
    const bearer = await bearerOf(bot);
    expect(await create(id, {}, bearer)).toEqual({ status: 403, body: { message: '403 Forbidden' } });
    const low = await made(id, { access_level: 10 });
    const rotated = await app.request(await bearerOf(low), 'POST', path(id, 'self/rotate'));
    expect(rotated).toMatchObject({
      status: 200,
      body: { user_id: low.user_id, access_level: 10, expires_at: '2018-01-22', token: expect.any(String) },
    });
    expect((await use(low.token)).outcome).toBe('revoked');
    const elsewhere = source();
    elsewhere.members.set(low.user_id, master);
    const fresh = await bearerOf(rotated.body as Made);
    expect(await app.request(fresh, 'POST', path(elsewhere.id, 'self/rotate'))).toEqual(NOT_FOUND);
    expect(await app.request(principalOf(jane), 'POST', path(id, 'self/rotate'))).toEqual(NOT_FOUND);
  });

  it('are rotated and listed by state', async () => {
    const { id } = source();
    const old = await made(id);
    const rotate = (body: Body) => app.request(principalOf(jane), 'POST', path(id, `${old.id}/rotate`), body);
    const tooLate = { expires_at: '2020-01-01' };
    expect(await rotate(tooLate)).toMatchObject({ status: 400 });
    const itself = await bearerOf(old);
    expect(await app.request(itself, 'POST', '/personal_access_tokens/self/rotate', tooLate)).toMatchObject({
      status: 400,
    });
    const further = { name: 'x', scopes: ['api'] };
    expect(
      await app.request(principalOf(boss), 'POST', `/users/${old.user_id}/personal_access_tokens`, further),
    ).toMatchObject({ status: 403 });
    const { status, body } = await rotate({ expires_at: '2018-03-01' });
    const next = body as Made;
    expect([status, next['expires_at'], next.user_id]).toEqual([200, '2018-03-01', old.user_id]);
    const ids = async (query: string) => ((await read(id, query)).body as Made[]).map((each) => each.id);
    const list = async (state: string) =>
      ((await app.request(principalOf(jane), 'GET', `${path(id)}?state=${state}`)).body as Made[]).map(
        (each) => each.id,
      );
    expect([await ids(''), await list('active'), await list('inactive')]).toEqual([
      [old.id, next.id],
      [next.id],
      [old.id],
    ]);
  });

  it('end at once when they are revoked, and their bot goes', async () => {
    const { id, members } = source();
    const bot = await made(id);
    const revoke = () => app.request(principalOf(jane), 'DELETE', path(id, bot.id));
    expect(await revoke()).toEqual({ status: 204, body: null });
    expect((await use(bot.token)).outcome).not.toBe('accepted');
    await gone(bot.user_id);
    expect([members.has(bot.user_id), await revoke()]).toEqual([false, NOT_FOUND]);
  });

  it('leave the bot of a token that was replaced', async () => {
    const { id } = source();
    const old = await made(id);
    const { body } = await app.request(principalOf(jane), 'POST', path(id, `${old.id}/rotate`));
    expect(await app.request(principalOf(jane), 'DELETE', path(id, old.id))).toMatchObject({ status: 204 });
    await waitFor('the job', async () => {
      const waiting = await app.testDatabase.query(
        `select from identity_jobs.job where name = 'remove-unused-bot' and state <> 'completed' and start_after <= now()`,
      );
      return waiting.length === 0;
    });
    expect((await use((body as Made).token)).outcome).toBe('accepted');
  });

  it('go with their project or group', async () => {
    const { id } = source();
    const bot = await made(id);
    const db = app.database;
    await db.tx((tx) =>
      kind === 'project'
        ? app.get(OnProjectDeleted).handle({ projectId: id as never }, { tx } as never)
        : app.get(OnGroupDeleted).handle({ groupId: id }, { tx } as never),
    );
    await gone(bot.user_id);
    expect(await create(id)).toMatchObject({ status: 404 });
  });

  it('keep their bots out of lists, sign-ins and changes', async () => {
    const { id } = source();
    const bot = await made(id);
    const { username } = (await user(bot.user_id)).body as { username: string };
    for (const query of [`username=${username}`, 'search=deploy', 'active=true', 'per_page=100']) {
      const { body } = await app.request(principalOf(boss), 'GET', `/users?${query}`);
      expect((body as { id: number }[]).map((each) => each.id)).not.toContain(bot.user_id);
    }
    const change = { bio: 'mine', password: 'correct horse battery' };
    expect(await app.request(principalOf(boss), 'PUT', `/users/${bot.user_id}`, change)).toMatchObject({ status: 403 });
    const asked = { user: { username } };
    expect(await app.get(AuthenticateCredential).actAs(asked)).toMatchObject({ blocked: false });
    await app.testDatabase.query(
      'update identity.users b set password_hash = u.password_hash from identity.users u where b.id = $1 and u.id = $2',
      [bot.user_id, jane.id],
    );
    const login = { login: username, password: 'correct horse battery', clientAddress: '192.0.2.1' };
    expect((await app.get(AuthenticateCredential).password(login)).outcome).toBe('unknown');
  });
});

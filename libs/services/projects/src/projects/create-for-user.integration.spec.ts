import type { Principal } from '@hearth/contract-kit';
import { FakeIdentity } from '../testing/fake-identity.js';
import { user } from '../testing/people.js';
import { CORRELATION_ID, ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

const TAKEN = ['has already been taken'];

describe('POST /projects/user/:user_id', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let namespaceId: number;
  const ada = user(1, { username: 'ada' });
  const bob = user(2, { username: 'bob' });
  const admin = user(3, { username: 'root', admin: true });

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    namespaceId = await app.claim(ada);
    for (const person of [bob, admin]) await app.claim(person);
    app.get(FakeIdentity).users.push(ada, bob, admin);
  });

  const create = (id: number | string, body: object, caller: Principal | null = admin) =>
    app.request(caller, 'POST', `/projects/user/${id}`, body);

  it('makes a project of that user', async () => {
    const { status, body } = await create(1, { name: 'A gift', visibility: 'internal', wiki_enabled: false });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      path_with_namespace: 'ada/a-gift',
      visibility: 'internal',
      wiki_enabled: false,
      creator_id: 1,
      owner: { id: 1, username: 'ada' },
    });
    expect(await database.query('select user_id, level from project_members where project_id = $1', [body.id])).toEqual(
      [{ user_id: 1, level: 40 }],
    );
    const events = await database.query('select data, correlation from outbox where key = $1', [String(body.id)]);
    expect(events).toEqual([{ data: { projectId: body.id, creatorId: 1 }, correlation: CORRELATION_ID }]);
  });

  it('takes the default branch and the extras that clients send', async () => {
    const { status, body } = await create(1, { name: 'Extras', default_branch: 'main', namespace_id: '' });
    expect([status, body.default_branch]).toEqual([201, null]);
    const events = await database.query('select data from outbox where key = $1', [String(body.id)]);
    expect(events).toEqual([{ data: { projectId: body.id, creatorId: 1, defaultBranch: 'main' } }]);
  });

  it('goes where that user may create projects, and nowhere else', async () => {
    const team = await seed.group('team', 'public');
    const other = await seed.group('other', 'public');
    await seed.namespaceMember(team, ada.userId, 40);
    await seed.namespaceMember(other, ada.userId, 30);
    const inTeam = await create(1, { name: 'Team', namespace_id: team });
    expect([inTeam.status, inTeam.body.path_with_namespace, inTeam.body.creator_id]).toEqual([201, 'team/team', 1]);
    expect((await create(1, { name: 'Own', namespace_id: namespaceId })).status).toBe(201);
    for (const namespace_id of [other, await app.claim(bob), 99_999]) {
      const { status, body } = await create(1, { name: 'No', namespace_id });
      expect([status, body]).toEqual([400, { message: { namespace: ['is not valid'] } }]);
    }
  });

  it('is refused with a map of errors', async () => {
    await create(2, { name: 'Twin' });
    const { status, body } = await create(2, { name: 'Twin' });
    expect([status, body]).toEqual([
      400,
      { message: { path: TAKEN, name: TAKEN, 'route.path': TAKEN, route: ['is invalid'] } },
    ]);
    expect((await create(2, { name: 'x', path: 'tree' })).body).toEqual({
      message: { path: ['tree is a reserved name'] },
    });
  });

  it('counts by the limit of that user, and tells it in the map', async () => {
    const limited = user(10, { username: 'limited', projectsLimit: 1 });
    const none = user(11, { username: 'none', projectsLimit: 0 });
    for (const person of [limited, none]) {
      await app.claim(person);
      app.get(FakeIdentity).users.push(person);
    }
    expect((await create(10, { name: 'one' })).status).toBe(201);
    const full = await create(10, { name: 'two' });
    expect([full.status, full.body]).toEqual([
      400,
      {
        message: {
          limit_reached: ['Your project limit is 1 projects! Please contact your administrator to increase it'],
        },
      },
    ]);
    expect((await create(11, { name: 'one' })).body).toEqual({
      message: {
        limit_reached: ['Personal project creation is not allowed. Please contact your administrator with questions'],
      },
    });
  });

  it('is held to the visibilities that the user may choose', async () => {
    const identity = app.get(FakeIdentity);
    const before = identity.settings;
    identity.settings = { ...before, restrictedVisibilities: ['public'] };
    expect((await create(1, { name: 'Loud', visibility: 'public' })).body).toEqual({
      message: { visibility_level: ['public has been restricted by your GitLab administrator'] },
    });
    expect((await create(3, { name: 'Loud', visibility: 'public' })).status).toBe(201);
    identity.settings = before;
  });

  it.each<[string, number | string, object, Principal | null, number, object]>([
    ['anonymous', 1, { name: 'x' }, null, 401, { message: '401 Unauthorized' }],
    ['a user, also for oneself', 1, { name: 'x' }, ada, 403, { message: '403 Forbidden' }],
    ['for an unknown user', 99, { name: 'x' }, admin, 404, { message: '404 User Not Found' }],
    ['for an id too large', '99999999999999999999', { name: 'x' }, admin, 404, { message: '404 User Not Found' }],
    ['for no id', 'ada', { name: 'x' }, admin, 400, { error: 'user_id is invalid' }],
    ['without a name', 1, { path: 'x' }, admin, 400, { error: 'name is missing' }],
    [
      'with nothing right',
      'ada',
      { visibility: 'x' },
      admin,
      400,
      {
        error: 'user_id is invalid, name is missing, visibility does not have a valid value',
      },
    ],
  ])('refuses %s', async (_, id, asked, caller, status, body) => {
    const answer = await create(id, asked, caller);
    expect([answer.status, answer.body]).toEqual([status, body]);
  });
});

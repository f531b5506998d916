import type { ProjectId } from '@hearth/contract-kit';
import { Memberships, dayFromNow, type Place } from '../testing/memberships.js';
import { user } from '../testing/people.js';
import { ProjectsApp, type Answer } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import { makeDatabase, type TestDatabase } from '../testing/test-database.js';
import { whileHeld } from '../testing/while-held.js';

const owner = user(1);
const member = user(2);
const NONE = [null, null, null, null, null];

describe('what a member has by a group', () => {
  let database: TestDatabase;
  let app: ProjectsApp;
  let seed: Seed;
  let memberships: Memberships;
  let number = 0;
  let top: number;
  let below: number;
  let places: Place[];

  beforeAll(async () => {
    database = await makeDatabase();
    app = await ProjectsApp.start(database);
    seed = new Seed(database);
    memberships = new Memberships(app, database, seed);
    for (const each of [owner, member]) await app.claim(each);
  });

  afterAll(async () => {
    expect(app?.failures).toEqual([]);
    await app?.stop();
    await database?.drop();
  });

  /** A group with one below, a project in each, and another one elsewhere that is shared with the group below, up to reporters. */
  beforeEach(async () => {
    top = await seed.group(`top-${++number}`);
    below = await seed.group('below', 'private', [top]);
    const elsewhere = await seed.group(`elsewhere-${number}`);
    const shared = await seed.project(elsewhere, 'shared', 'private');
    for (const group of [top, elsewhere]) await seed.namespaceMember(group, owner.userId, 50);
    await seed.namespaceMember(top, member.userId, 30);
    await app.request(owner, 'POST', `/projects/${shared}/share`, { group_id: below, group_access: 20 });
    const group = (id: number) => ({ kind: 'group' as const, id, path: `/groups/${id}` });
    const project = (id: ProjectId) => ({ kind: 'project' as const, id, path: `/projects/${id}` });
    places = [
      group(top),
      group(below),
      project(await seed.project(top, 'outer', 'private')),
      project(await seed.project(below, 'inner', 'private')),
      project(shared),
    ];
  });

  const levels = () => Promise.all(places.map((place) => memberships.level(place, member)));
  const statuses = () =>
    Promise.all(places.map(async ({ path }) => (await app.request(member, 'GET', `${path}/members`)).status));
  const change = (body: object) => app.request(owner, 'PUT', `/groups/${top}/members/2`, body);

  it('is there for everything below, and for what is shared with it', async () => {
    expect(await levels()).toEqual([30, 30, 30, 30, 20]);
    expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  });

  it('is gone everywhere with the next request when the member is removed', async () => {
    expect((await app.request(owner, 'DELETE', `/groups/${top}/members/2`)).status).toBe(204);
    expect(await levels()).toEqual(NONE);
    expect(await statuses()).toEqual([404, 404, 404, 404, 404]);
  });

  it('is gone everywhere when the member leaves', async () => {
    expect((await app.request(member, 'DELETE', `/groups/${top}/members/2`)).status).toBe(204);
    expect(await levels()).toEqual(NONE);
  });

  it('is less everywhere when the level is lower', async () => {
    await change({ access_level: 10 });
    expect(await levels()).toEqual([10, 10, 10, 10, 10]);
  });

  it('is gone everywhere when the time has run out', async () => {
    await change({ access_level: 30, expires_at: dayFromNow(0) });
    expect(await levels()).toEqual(NONE);
  });

  it('is gone from what was shared when it is no longer', async () => {
    expect((await app.request(owner, 'DELETE', `${places[4]!.path}/share/${below}`)).status).toBe(204);
    expect(await levels()).toEqual([30, 30, 30, 30, null]);
  });

  describe('does not outlive', () => {
    const outcome = ({ status, body }: Answer) => [status, body];

    it('the user', async () => {
      await app.claim(user(3));
      const add = (path: string) => app.request(owner, 'POST', `${path}/members`, { user_id: 3, access_level: 30 });
      const answers = await whileHeld(
        database,
        ['begin', 'delete from namespaces where owner_user_id = 3'],
        [() => add(`/groups/${top}`), () => add(places[2]!.path)],
        'commit',
      );
      for (const answer of answers) expect(outcome(answer)).toEqual([400, { message: { user: ["can't be blank"] } }]);
    });

    it('the project', async () => {
      const project = places[2]!;
      await memberships.request(project, member);
      const answers = await whileHeld(
        database,
        ['begin', `delete from projects where id = ${project.id}`],
        [
          () => app.request(owner, 'POST', `${project.path}/members`, { user_id: 2, access_level: 30 }),
          () => app.request(owner, 'PUT', `${project.path}/access_requests/2/approve`),
          () => app.request(owner, 'POST', `${project.path}/share`, { group_id: below, group_access: 30 }),
        ],
        'commit',
      );
      expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
        [404, '404 Project Not Found'],
        [404, '404 Not found'],
        [404, '404 Project Not Found'],
      ]);
    });

    it('the group that a project is shared with', async () => {
      const invited = await seed.group(`invited-${number}`, 'public');
      const [answer] = await whileHeld(
        database,
        ['begin', `delete from namespaces where id = ${invited}`],
        [() => app.request(owner, 'POST', `${places[2]!.path}/share`, { group_id: invited, group_access: 30 })],
        'commit',
      );
      expect(outcome(answer!)).toEqual([404, { message: '404 Group Not Found' }]);
    });
  });
});

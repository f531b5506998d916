import type { ProjectId } from '@hearth/contract-kit';
import { Memberships, dayFromNow, type Place } from '../testing/memberships.js';
import { user } from '../testing/people.js';
import { ProjectsApp, type Answer } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';
import { whileHeld } from '../testing/while-held.js';

const owner = user(1);
const member = user(2);
const NONE = [null, null, null, null, null];

describe('what a member has by a group', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let memberships: Memberships;
  let number = 0;
  let top: number;
  let below: number;
  let places: Place[];

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    memberships = new Memberships(app, database, seed);
    for (const each of [owner, member]) await app.claim(each);
  });

  /** A group with a subgroup, a project in each, and a project elsewhere that is shared with the subgroup, up to reporters. */
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

  describe.each([
    ['left', 'delete from namespace_members where user_id = 2'],
    ['became a reporter', 'update namespace_members set level = 20 where user_id = 2'],
  ])('of a member who %s while the request waits', (_, loss) => {
    const send = (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => () =>
      app.request(member, method, path, body);

    it.each([0, 2])('changes nothing any more, in place %i', async (index) => {
      const { kind, id, path } = places[index]!;
      const place = places[index]!;
      await database.query('update namespace_members set level = 50 where user_id = 2');
      for (const each of [user(3), user(4), user(5)]) await app.claim(each);
      await memberships.add(place, user(3), 30);
      await memberships.request(place, user(4));
      const invited = await seed.group(`invited-${number}`, 'public');
      const requests = [
        send('POST', `${path}/members`, { user_id: 5, access_level: 10 }),
        send('PUT', `${path}/members/3`, { access_level: 10 }),
        send('DELETE', `${path}/members/3`),
        send('PUT', `${path}/access_requests/4/approve`),
        send('DELETE', `${path}/access_requests/4`),
        ...(kind === 'project' ? [send('POST', `${path}/share`, { group_id: invited, group_access: 10 })] : []),
      ];
      const table = kind === 'project' ? 'projects' : 'namespaces';
      const hold = ['begin', `select id from ${table} where id = ${id} for no key update`, loss];
      const answers = await whileHeld(database, hold, requests, 'commit');
      for (const { status, body } of answers) expect([status, body]).toEqual([403, { message: '403 Forbidden' }]);
      expect([await memberships.level(place, user(3)), await memberships.level(place, user(5))]).toEqual([30, null]);
      const { body } = await app.request(owner, 'GET', `${path}/access_requests`);
      expect(body.map(({ id: asker }: { id: number }) => asker)).toEqual([4]);
    });
  });

  it('does not outlive the right to take a project back from a group', async () => {
    const project = places[4]!;
    await database.query('update namespace_members set level = 20 where user_id = 2');
    const group = await app.request(owner, 'GET', project.path);
    const around = group.body.namespace.id as number;
    await seed.namespaceMember(around, member.userId, 40);
    const hold = [
      'begin',
      `select id from projects where id = ${project.id} for no key update`,
      `delete from namespace_members where namespace_id = ${around} and user_id = 2`,
    ];
    const unshare = () => app.request(member, 'DELETE', `${project.path}/share/${below}`);
    const [answer] = await whileHeld(database, hold, [unshare], 'commit');
    expect(answer!.status).toBe(403);
    expect(await memberships.level(project, member)).toBe(20);
  });
});

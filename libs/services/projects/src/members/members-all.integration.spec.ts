import type { ProjectId } from '@hearth/contract-kit';
import { Memberships, dayFromNow } from '../testing/memberships.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

/** Users in the order of their ids. */
const people = {
  owner: user(1, { username: 'ada', name: 'Ada Lovelace' }),
  aboveMaster: user(2),
  teamDeveloper: user(3),
  everywhere: user(4),
  direct: user(5),
  invitedOwner: user(6),
  aboveInvited: user(7),
  expired: user(8),
  twice: user(9),
  stranger: user(10),
  inBoth: user(11),
};

describe('all members', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let above: number;
  let team: number;
  let invited: number;
  let project: ProjectId;
  let personal: ProjectId;

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    for (const each of Object.values(people)) await app.claim(each);
    above = await seed.group('above');
    team = await seed.group('team', 'private', [above]);
    const aboveInvited = await seed.group('above-invited');
    invited = await seed.group('invited', 'private', [aboveInvited]);
    const formerlyInvited = await seed.group('formerly-invited');
    project = await seed.project(team, 'tool', 'private');
    personal = await seed.project(await app.claim(people.owner), 'own', 'public');
    await share(project, invited, 20, 30);
    await share(project, formerlyInvited, 40, 0);
    await seed.namespaceMember(above, people.owner.userId, 50);
    await seed.namespaceMember(above, people.aboveMaster.userId, 40, 9);
    await seed.namespaceMember(team, people.teamDeveloper.userId, 30);
    await seed.namespaceMember(invited, people.invitedOwner.userId, 50);
    await seed.namespaceMember(aboveInvited, people.aboveInvited.userId, 10, 60);
    await seed.namespaceMember(formerlyInvited, people.stranger.userId, 50);
    await seed.projectMember(project, people.direct.userId, 10);
    for (const group of [above, team, invited]) await seed.namespaceMember(group, people.everywhere.userId, 20);
    await seed.projectMember(project, people.everywhere.userId, 30, 5);
    for (const group of [above, team]) await seed.namespaceMember(group, people.expired.userId, 50, 0);
    await seed.projectMember(project, people.expired.userId, 40, -1);
    // Two memberships with the same level: the one that expires later counts.
    await seed.namespaceMember(team, people.twice.userId, 30, 3);
    await seed.projectMember(project, people.twice.userId, 30, 4);
    await seed.namespaceMember(team, people.inBoth.userId, 20);
    await seed.namespaceMember(invited, people.inBoth.userId, 40);
  });

  function share(projectId: ProjectId, group: number, level: number, days: number): Promise<unknown> {
    return database.query(
      `insert into project_group_links (project_id, group_id, level, expires_at)
       values ($1, $2, $3, (now() at time zone 'utc')::date + $4::int)`,
      [projectId, group, level, days],
    );
  }

  async function list(path: string, caller: typeof people.owner | null = people.owner) {
    const { status, body } = await app.request(caller, 'GET', path);
    expect(status).toBe(200);
    return (body as { id: number; access_level: number; expires_at: string | null }[]).map(
      ({ id, access_level: level, expires_at: day }) => [id, level, day],
    );
  }

  const OF_PROJECT = () => [
    [1, 50, null],
    [2, 40, dayFromNow(9)],
    [3, 30, null],
    [4, 30, dayFromNow(5)],
    [5, 10, null],
    [6, 20, dayFromNow(30)],
    [7, 10, dayFromNow(30)],
    [9, 30, dayFromNow(4)],
    [11, 20, null],
  ];
  const OF_TEAM = () => [
    [1, 50, null],
    [2, 40, dayFromNow(9)],
    [3, 30, null],
    [4, 20, null],
    [9, 30, dayFromNow(3)],
    [11, 20, null],
  ];

  it('of a project are those of the groups around it and of those it is shared with, at their highest level', async () => {
    expect(await list(`/projects/${project}/members/all`)).toEqual(OF_PROJECT());
    expect(await list(`/projects/${project}/members`)).toEqual([
      [4, 30, dayFromNow(5)],
      [5, 10, null],
      [9, 30, dayFromNow(4)],
    ]);
  });

  it('of a group are those of the groups above it', async () => {
    expect(await list(`/groups/${team}/members/all`)).toEqual(OF_TEAM());
    expect(await list(`/groups/${above}/members/all`)).toEqual([
      [1, 50, null],
      [2, 40, dayFromNow(9)],
      [4, 20, null],
    ]);
    expect(await list(`/groups/${team}/members`)).toEqual([
      [3, 30, null],
      [4, 20, null],
      [9, 30, dayFromNow(3)],
      [11, 20, null],
    ]);
  });

  it('include whose namespace the project is in', async () => {
    await seed.projectMember(personal, people.owner.userId, 40);
    expect(await list(`/projects/${personal}/members/all`)).toEqual([[1, 50, null]]);
    expect(await list(`/projects/${personal}/members`)).toEqual([[1, 40, null]]);
  });

  it('are found one by one', async () => {
    for (const [path, expected] of [
      [`/projects/${project}`, OF_PROJECT()],
      [`/groups/${team}`, OF_TEAM()],
    ] as const) {
      for (const { userId } of Object.values(people)) {
        const { status, body } = await app.request(people.owner, 'GET', `${path}/members/all/${userId}`);
        const member = expected.find(([id]) => id === userId);
        if (!member) expect([status, body]).toEqual([404, { message: '404 Not found' }]);
        else expect([status, body.id, body.access_level, body.expires_at]).toEqual([200, ...member]);
      }
    }
    expect((await app.request(people.owner, 'GET', `/projects/${project}/members/1`)).status).toBe(404);
  });

  it('page without repeating or leaving out a member', async () => {
    for (const path of [`/projects/${project}/members/all`, `/groups/${team}/members/all`]) {
      const whole = await list(path);
      const pages = [];
      for (let page = 1; page <= Math.ceil(whole.length / 2); page++)
        pages.push(...(await list(`${path}?per_page=2&page=${page}`)));
      expect(pages).toEqual(whole);
      const keyed = [];
      for (let after = 0, rows = []; after === 0 || rows.length > 0;) {
        rows = await list(`${path}?pagination=keyset&per_page=2&id_after=${after}`);
        after = Number(rows.at(-1)?.[0] ?? -1);
        keyed.push(...rows);
      }
      expect(keyed).toEqual(whole);
      const { headers } = await app.request(people.owner, 'GET', `${path}?per_page=2`);
      expect(headers['x-total']).toBe(String(whole.length));
    }
  });

  it('are searched and narrowed', async () => {
    expect(await list(`/projects/${project}/members/all?query=lovelace`)).toEqual([[1, 50, null]]);
    expect(await list(`/projects/${project}/members/all?query=user-7`)).toEqual([[7, 10, dayFromNow(30)]]);
    expect(await list(`/projects/${project}/members/all?user_ids=6,8,3`)).toEqual([
      [3, 30, null],
      [6, 20, dayFromNow(30)],
    ]);
    expect(await list(`/projects/${personal}/members/all?query=nobody`)).toEqual([]);
  });

  it('have the level that every service is told', async () => {
    const memberships = new Memberships(app, database, seed);
    for (const each of Object.values(people)) {
      const level = OF_PROJECT().find(([id]) => id === each.userId)?.[1] ?? null;
      const place = { kind: 'project', id: project, path: '' } as const;
      expect([each.userId, await memberships.level(place, each)]).toEqual([each.userId, level]);
    }
  });

  describe('as users', () => {
    const users = async (path: string, caller: typeof people.owner | null = people.owner) => {
      const { status, body } = await app.request(caller, 'GET', path);
      return [status, status === 200 ? body.map(({ id }: { id: number }) => id) : body];
    };

    it('are the same people', async () => {
      expect(await users(`/projects/${project}/users`)).toEqual([200, OF_PROJECT().map(([id]) => id)]);
      expect(await users(`/projects/${project}/users`, people.stranger)).toEqual([
        404,
        { message: '404 Project Not Found' },
      ]);
    });

    it('are public on a public project, with their identifying fields', async () => {
      const { status, body } = await app.request(null, 'GET', `/projects/${personal}/users`);
      expect([status, body]).toEqual([
        200,
        [
          {
            ...{ id: 1, username: 'ada', name: 'Ada Lovelace', state: 'active', avatar_url: null },
            web_url: 'http://hearth.test:8080/ada',
          },
        ],
      ]);
      expect(await users(`/projects/${project}/users`, null)).toEqual([404, { message: '404 Project Not Found' }]);
    });

    it('are found by their e-mail address by masters, owners and admins only', async () => {
      const { owner, aboveMaster, teamDeveloper, direct, stranger } = people;
      const admin = user(99, { admin: true });
      await database.query('update namespaces set owner_email = $1 where owner_user_id = $2', [
        owner.email.toUpperCase(),
        owner.userId,
      ]);
      const search = `search=${owner.email}`;
      const found = (paths: readonly string[], who: typeof owner | null) =>
        Promise.all(paths.map(async (path) => (await users(`${path}${search}`, who))[1]));
      const byName = [`/projects/${project}/members/all?query=ada&`, `/groups/${above}/members?query=ada&`];
      const inside = [
        `/projects/${project}/users?`,
        `/projects/${project}/members/all?query=${owner.email}&`,
        `/groups/${team}/members/all?query=${owner.email}&`,
      ];
      for (const who of [owner, aboveMaster, admin]) expect(await found(inside, who)).toEqual([[1], [1], [1]]);
      expect(await found(inside, teamDeveloper)).toEqual([[], [], []]);
      expect(await found(byName, teamDeveloper)).toEqual([[1], [1]]);
      expect(await found(inside.slice(0, 2), direct)).toEqual([[], []]);
      for (const who of [null, stranger]) expect(await found([`/projects/${personal}/users?`], who)).toEqual([[]]);
      expect(await found([`/projects/${personal}/users?`], owner)).toEqual([[1]]);
    });

    it('are searched and paged', async () => {
      expect(await users(`/projects/${project}/users?search=ada`)).toEqual([200, [1]]);
      expect(await users(`/projects/${project}/users?search=user-2`)).toEqual([200, [2]]);
      expect(await users(`/projects/${project}/users?per_page=3&page=2`)).toEqual([200, [4, 5, 6]]);
      expect(await users(`/projects/${project}/users?per_page=x`)).toEqual([400, { error: 'per_page is invalid' }]);
    });
  });

  it('say nothing new of a level below the inherited one', async () => {
    const owner = people.owner;
    const { body } = await app.request(owner, 'POST', `/projects/${project}/members`, { user_id: 2, access_level: 10 });
    expect(body.access_level).toBe(10);
    expect((await app.request(owner, 'GET', `/projects/${project}/members/all/2`)).body.access_level).toBe(40);
    expect((await app.request(owner, 'DELETE', `/projects/${project}/members/2`)).status).toBe(204);
    expect((await app.request(owner, 'GET', `/projects/${project}/members/all/2`)).body.access_level).toBe(40);
  });

  it('cost two statements a page at most', async () => {
    const statements = (path: string) => app.countStatements(() => app.request(people.owner, 'GET', path));
    for (const path of [`/projects/${project}/members/all`, `/groups/${team}/members`, `/projects/${project}/users`]) {
      expect(await statements(path)).toBe(2);
      expect(await statements(`${path}?per_page=1`)).toBe(3);
      expect(await statements(`${path}?per_page=1&pagination=keyset`)).toBe(2);
    }
    expect(await statements(`/projects/${project}/members/all/1`)).toBe(2);
  });
});

import { VISIBILITIES, type Principal, type UserId, type Visibility } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

type Statuses = readonly [inPrivate: number, inInternal: number, inPublic: number];
type Rights = Record<string, Statuses>;
const always = (status: number): Statuses => [status, status, status];

const stranger = user(900);
const external = user(901, { external: true });
const admin = user(902, { admin: true });
const LEVELS = [10, 20, 30, 40, 50];
const memberAt = (level: number) => user(900 + level);

const CALLERS: Record<string, Principal | null> = {
  nobody: null,
  stranger,
  external,
  guest: memberAt(10),
  reporter: memberAt(20),
  developer: memberAt(30),
  master: memberAt(40),
  owner: memberAt(50),
  admin,
};

/** Permission tables of the reference, row by row: the user, then the status for a private, an internal and a public source. */
const READERS: Rights = {
  nobody: always(401),
  stranger: [404, 200, 200],
  external: [404, 404, 200],
  ...{ guest: always(200), reporter: always(200), developer: always(200) },
  ...{ master: always(200), owner: always(200), admin: always(200) },
};
const EVERYBODY: Rights = { ...READERS, nobody: [404, 404, 200], stranger: [404, 200, 200] };
const managers = (success: number, who: { master: boolean }): Rights => ({
  nobody: always(401),
  stranger: [404, 403, 403],
  external: [404, 404, 403],
  ...{ guest: always(403), reporter: always(403), developer: always(403) },
  master: always(who.master ? success : 403),
  ...{ owner: always(success), admin: always(success) },
});
const OUTSIDERS: Rights = {
  nobody: always(401),
  stranger: [404, 201, 201],
  external: [404, 404, 201],
  ...{ guest: always(403), reporter: always(403), developer: always(403) },
  ...{ master: always(403), owner: always(403), admin: always(403) },
};

/** Record that exists before a request: none, a member, an access request, a group, or a share. */
type Subject = 'user' | 'member' | 'requester' | 'group' | 'share';
type Row = [
  title: string,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  Subject,
  body: object | undefined,
  Rights,
];

const rows = (manages: (success: number) => Rights): Row[] => [
  ['the members', 'GET', '/members', 'user', undefined, READERS],
  ['the inherited members', 'GET', '/members/all', 'user', undefined, READERS],
  ['a member', 'GET', '/members/:target', 'member', undefined, READERS],
  ['a member of all', 'GET', '/members/all/:target', 'member', undefined, READERS],
  ['a new member', 'POST', '/members', 'user', { user_id: ':target', access_level: 20 }, manages(201)],
  ['the level of a member', 'PUT', '/members/:target', 'member', { access_level: 20 }, manages(200)],
  ['the end of a membership', 'DELETE', '/members/:target', 'member', undefined, manages(204)],
  ['the requests', 'GET', '/access_requests', 'requester', undefined, manages(200)],
  ['a request', 'POST', '/access_requests', 'user', undefined, OUTSIDERS],
  ['a request granted', 'PUT', '/access_requests/:target/approve', 'requester', undefined, manages(201)],
  ['a request denied', 'DELETE', '/access_requests/:target', 'requester', undefined, manages(204)],
];
const PROJECT_ROWS: Row[] = [
  ...rows((success) => managers(success, { master: true })),
  ['the users', 'GET', '/users', 'user', undefined, EVERYBODY],
  ['a share', 'POST', '/share', 'group', { group_id: ':target', group_access: 20 }, managers(201, { master: true })],
  ['a share ended', 'DELETE', '/share/:target', 'share', undefined, managers(204, { master: true })],
];
const GROUP_ROWS = rows((success) => managers(success, { master: false }));

describe('who may', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  const projects = {} as Record<Visibility, number>;
  const groups = {} as Record<Visibility, number>;
  let number = 1000;

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    for (const caller of Object.values(CALLERS)) if (caller) await app.claim(caller);
    const around = await seed.group('around', 'private');
    await seed.namespaceMember(around, memberAt(50).userId, 50);
    for (const visibility of VISIBILITIES) {
      projects[visibility] = await seed.project(around, `p-${visibility}`, visibility);
      groups[visibility] = await seed.group(`g-${visibility}`, visibility);
    }
    await database.query('update projects set request_access_enabled = true');
    await database.query('update namespaces set request_access_enabled = true');
  });

  /** Restores the initial state: requests of one row must not affect another one. */
  beforeEach(async () => {
    for (const table of ['project_members', 'access_requests', 'project_group_links'])
      await database.query(`delete from ${table}`);
    for (const visibility of VISIBILITIES) {
      await database.query('delete from namespace_members where namespace_id = $1', [groups[visibility]]);
      for (const level of LEVELS) {
        await seed.namespaceMember(groups[visibility], memberAt(level).userId, level);
        if (level < 50) await seed.projectMember(projects[visibility] as never, memberAt(level).userId, level);
      }
    }
  });

  async function subject(kind: 'project' | 'group', source: number, what: Subject): Promise<number> {
    const id = ++number;
    if (what === 'group' || what === 'share') {
      const group = await seed.group(`invited-${id}`, 'public');
      if (what === 'share')
        await database.query('insert into project_group_links (project_id, group_id, level) values ($1, $2, 20)', [
          source,
          group,
        ]);
      return group;
    }
    await app.claim(user(id));
    if (what === 'member' && kind === 'project') await seed.projectMember(source as never, id as UserId, 10);
    if (what === 'member' && kind === 'group') await seed.namespaceMember(source, id as UserId, 10);
    if (what === 'requester')
      await database.query(
        `insert into access_requests (${kind === 'project' ? 'project_id' : 'namespace_id'}, user_id) values ($1, $2)`,
        [source, id],
      );
    return id;
  }

  async function statusesOf(kind: 'project' | 'group', [, method, path, what, body]: Row): Promise<Rights> {
    const found: Record<string, Statuses> = {};
    for (const [name, caller] of Object.entries(CALLERS)) {
      const statuses: number[] = [];
      for (const visibility of VISIBILITIES) {
        const source = kind === 'project' ? projects[visibility] : groups[visibility];
        const target = await subject(kind, source, what);
        const sent = body && JSON.parse(JSON.stringify(body).replace('":target"', String(target)));
        const at = `/${kind}s/${source}${path.replace(':target', String(target))}`;
        statuses.push((await app.request(caller, method, at, sent as object | undefined)).status);
      }
      found[name] = statuses as unknown as Statuses;
    }
    return found;
  }

  it.each(PROJECT_ROWS)('see or change %s of a project', async (...row) => {
    expect(await statusesOf('project', row)).toEqual(row[5]);
  });

  it.each(GROUP_ROWS)('see or change %s of a group', async (...row) => {
    expect(await statusesOf('group', row)).toEqual(row[5]);
    expect(app.failures).toEqual([]);
  });

  it('leave with any level if an owner of the group stays', async () => {
    for (const level of [10, 20, 30, 40]) {
      const { userId } = memberAt(level);
      const from = [`/projects/${projects.private}`, `/groups/${groups.private}`];
      for (const path of from)
        expect((await app.request(memberAt(level), 'DELETE', `${path}/members/${userId}`)).status).toBe(204);
    }
    expect((await app.request(memberAt(50), 'DELETE', `/groups/${groups.private}/members/950`)).status).toBe(403);
  });

  it('withdraw their own request', async () => {
    for (const path of [`/projects/${projects.public}`, `/groups/${groups.public}`]) {
      await app.request(stranger, 'POST', `${path}/access_requests`);
      expect((await app.request(stranger, 'DELETE', `${path}/access_requests/900`)).status).toBe(204);
      expect((await app.request(stranger, 'DELETE', `${path}/access_requests/900`)).status).toBe(404);
    }
  });

  it('ask nothing where it is switched off', async () => {
    await database.query('update projects set request_access_enabled = false where id = $1', [projects.public]);
    await database.query('update namespaces set request_access_enabled = false where id = $1', [groups.public]);
    for (const path of [`/projects/${projects.public}`, `/groups/${groups.public}`])
      expect((await app.request(stranger, 'POST', `${path}/access_requests`)).status).toBe(403);
    expect(await database.query('select * from access_requests')).toEqual([]);
  });
});

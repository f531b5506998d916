import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Memberships, dayFromNow, type Place } from '../testing/memberships.js';
import { user } from '../testing/people.js';
import { ProjectsApp, type Answer } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

const ada = user(1, { username: 'ada' });
const guestOfGroup = user(2);
const masterOfGroup = user(3);
const stranger = user(4);
const admin = user(5, { admin: true });

describe('sharing a project with a group', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let memberships: Memberships;
  let above: number;
  let around: number;
  let group: number;
  let project: Place;
  let number = 0;

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    memberships = new Memberships(app, database, seed);
    for (const each of [ada, guestOfGroup, masterOfGroup, stranger, admin]) await app.claim(each);
    above = await seed.group('above');
    around = await seed.group('around', 'private', [above]);
    await seed.namespaceMember(around, ada.userId, 40);
    group = await seed.group('guests', 'internal');
    await database.query(`update namespaces set name = 'The Guests' where id = $1`, [group]);
    await seed.namespaceMember(group, guestOfGroup.userId, 10);
    await seed.namespaceMember(group, masterOfGroup.userId, 40);
  });

  beforeEach(async () => {
    const id = await seed.project(around, `p${++number}`, 'private');
    project = { kind: 'project', id, path: `/projects/${id}` };
  });

  const outcome = ({ status, body }: Answer) => [status, body];
  const share = (body: object, by = ada) => app.request(by, 'POST', `${project.path}/share`, body);
  const unshare = (groupId: number | string, headers = {}) =>
    app.request(ada, 'DELETE', `${project.path}/share/${groupId}`, undefined, headers);

  it('gives its members their level, up to that of the link, at once', async () => {
    expect(await memberships.level(project, masterOfGroup)).toBeNull();
    expect(outcome(await share({ group_id: group, group_access: 30 }))).toEqual([
      201,
      { id: expect.any(Number), project_id: project.id, group_id: group, group_access: 30, expires_at: null },
    ]);
    expect(await memberships.level(project, masterOfGroup)).toBe(30);
    expect(await memberships.level(project, guestOfGroup)).toBe(10);
    expect(await memberships.level(project, stranger)).toBeNull();
  });

  it('is printed with the project, wherever that is', async () => {
    await share({ group_id: group, group_access: '20', expires_at: dayFromNow(5) });
    const second = await seed.group(`second-${number}`, 'public');
    await share({ group_id: second, group_access: 40 });
    const shared = [
      { group_id: group, group_name: 'The Guests', group_access_level: 20 },
      { group_id: second, group_name: `second-${number}`, group_access_level: 40 },
    ];
    expect((await app.request(ada, 'GET', project.path)).body.shared_with_groups).toEqual(shared);
    const { body } = await app.request(ada, 'GET', `/projects?search=p${number}`);
    expect(body[0].shared_with_groups).toEqual(shared);
  });

  it('is omitted for callers to whom the group is not visible, in lists too', async () => {
    const hidden = await seed.group(`hidden-${number}`, 'private');
    await seed.namespaceMember(hidden, ada.userId, 10);
    await seed.projectMember(project.id, stranger.userId, 40);
    await share({ group_id: hidden, group_access: 30 });
    await share({ group_id: group, group_access: 20 });
    const shownTo = async (person: Principal) => {
      const alone = (await app.request(person, 'GET', project.path)).body;
      const listed = (await app.request(person, 'GET', `/projects?search=p${number}`)).body[0];
      const ids = (body: typeof alone) => body.shared_with_groups.map(({ group_id }: { group_id: number }) => group_id);
      return [ids(alone), ids(listed)];
    };
    expect(await shownTo(ada)).toEqual([
      [hidden, group],
      [hidden, group],
    ]);
    expect(await shownTo(admin)).toEqual([
      [hidden, group],
      [hidden, group],
    ]);
    expect(await shownTo(stranger)).toEqual([[group], [group]]);
  });

  it('ends with the day of the link, and can begin anew', async () => {
    const { body } = await share({ group_id: group, group_access: 20, expires_at: dayFromNow(0) });
    expect(body.expires_at).toBe(dayFromNow(0));
    expect(await memberships.level(project, masterOfGroup)).toBeNull();
    expect((await app.request(ada, 'GET', project.path)).body.shared_with_groups).toEqual([]);
    expect((await unshare(group)).status).toBe(404);
    expect((await share({ group_id: group, group_access: 10, expires_at: dayFromNow(1) })).status).toBe(201);
    expect(await memberships.level(project, masterOfGroup)).toBe(10);
  });

  it.each<[string, object, unknown]>([
    ['nothing', {}, { error: 'group_id is missing, group_access is missing' }],
    ['level 50', { group_id: 1, group_access: 50 }, { error: 'group_access does not have a valid value' }],
    ['level 0', { group_id: 1, group_access: 0 }, { error: 'group_access does not have a valid value' }],
    ['words', { group_id: 'guests', group_access: 'all' }, { error: 'group_id is invalid, group_access is invalid' }],
    ['a bad day', { group_id: 1, group_access: 10, expires_at: '32' }, { error: 'expires_at is invalid' }],
  ])('refuses %s', async (_, body, expected) => {
    expect(outcome(await share(body))).toEqual([400, expected]);
  });

  it('takes only groups that the caller sees', async () => {
    const hidden = await seed.group(`hidden-${number}`, 'private');
    const own = await app.claim(ada);
    for (const id of [hidden, own, 999_999, 0, -1])
      expect(outcome(await share({ group_id: id, group_access: 10 }))).toEqual([
        404,
        { message: '404 Group Not Found' },
      ]);
    expect((await share({ group_id: hidden, group_access: 10 }, admin)).status).toBe(201);
    await seed.namespaceMember(hidden, ada.userId, 10);
    expect((await share({ group_id: hidden, group_access: 10 })).status).toBe(409);
  });

  it.each(['the group', 'a group above'])(
    'is refused where %s of the project is locked, before anything about the link',
    async (which) => {
      const locked = which === 'the group' ? around : above;
      await database.query('update namespaces set share_with_group_lock = true where id = $1', [locked]);
      const answers = [
        await share({ group_id: group, group_access: 10 }),
        await share({ group_id: around, group_access: 10 }),
      ];
      await database.query('update namespaces set share_with_group_lock = false where id = $1', [locked]);
      for (const answer of answers)
        expect(outcome(answer)).toEqual([400, { message: 'The project sharing with group is disabled' }]);
    },
  );

  it('is refused twice, and with the groups around the project', async () => {
    await share({ group_id: group, group_access: 10 });
    expect(outcome(await share({ group_id: group, group_access: 40 }))).toEqual([
      409,
      { message: 'Group already shared with this group' },
    ]);
    for (const id of [around, above])
      expect(outcome(await share({ group_id: id, group_access: 10 }, admin))).toEqual([
        409,
        { message: 'Project cannot be shared with the group it is in or one of its ancestors.' },
      ]);
  });

  it('happens once, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => share({ group_id: group, group_access: 10 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409]);
    const ends = await Promise.all(Array.from({ length: 6 }, () => unshare(group)));
    expect(ends.map(({ status }) => status).sort()).toEqual([204, 404, 404, 404, 404, 404]);
  });

  describe('ends', () => {
    it('with the next request, and others are told', async () => {
      await share({ group_id: group, group_access: 40 });
      expect(outcome(await unshare(group))).toEqual([204, null]);
      expect(await memberships.level(project, masterOfGroup)).toBeNull();
      expect((await app.request(ada, 'GET', project.path)).body.shared_with_groups).toEqual([]);
      expect(await memberships.revocations(project)).toEqual([{ userId: null, groupId: group, actor: 1 }]);
    });

    it('only where it has begun', async () => {
      for (const id of [group, around, 999_999, '99999999999999999999'])
        expect(outcome(await unshare(id))).toEqual([404, { message: '404 Group Link Not Found' }]);
      expect(outcome(await unshare('guests'))).toEqual([400, { error: 'group_id is invalid' }]);
    });

    it('on the condition of the client', async () => {
      await share({ group_id: group, group_access: 40 });
      const since = { 'if-unmodified-since': 'Mon, 01 Jan 2018 00:00:00 GMT' };
      expect((await unshare(group, since)).status).toBe(412);
      expect(await memberships.level(project, masterOfGroup)).toBe(40);
    });

    it('with the project and with the group', async () => {
      const doomed = await seed.group(`doomed-${number}`, 'public');
      await share({ group_id: doomed, group_access: 10 });
      await database.query('delete from namespaces where id = $1', [doomed]);
      expect((await app.request(ada, 'GET', project.path)).body.shared_with_groups).toEqual([]);
      await share({ group_id: group, group_access: 10 });
      await database.query('delete from projects where id = $1', [project.id as ProjectId]);
      expect(await database.query('select id from project_group_links where project_id = $1', [project.id])).toEqual(
        [],
      );
    });
  });
});

import type { Principal } from '@hearth/contract-kit';
import { PathsStore } from '../namespaces/paths.store.js';
import { FakeIdentity } from '../testing/fake-identity.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';
import { whileHeld } from '../testing/while-held.js';

const OWNER = user(1, { username: 'owner', canCreateGroup: true });
const STRANGER = user(2, { username: 'stranger' });
const ABOVE = user(3, { username: 'above' });
const ADMIN = user(9, { username: 'root', admin: true });
const TAKEN = ['has already been taken'];

describe('PUT /groups/:id', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;
  let count = 0;

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    for (const person of [OWNER, STRANGER, ABOVE, ADMIN]) await app.claim(person);
  });

  beforeEach(() => {
    app.get(FakeIdentity).settings = {
      defaultProjectVisibility: 'private',
      defaultGroupVisibility: 'private',
      restrictedVisibilities: [],
    };
  });

  const put = (who: Principal | null, id: number | string, body: object) =>
    app.request(who, 'PUT', `/groups/${id}`, body);
  const answer = async (who: Principal | null, id: number, body: object) => {
    const { status, body: said } = await put(who, id, body);
    return [status, said.message ?? said.error];
  };
  const get = (path: string) => app.request(OWNER, 'GET', path);

  /** A group of the owner's with a unique name. */
  async function group(fields: object = {}): Promise<{ id: number; path: string }> {
    const name = `group-${++count}`;
    const { body } = await app.request(OWNER, 'POST', '/groups', { name, path: name, ...fields });
    return body;
  }

  it('changes what is given, leaves the rest, and answers the group with its projects', async () => {
    const { id, path } = await group({ visibility: 'internal', description: 'before' });
    await app.request(OWNER, 'POST', '/projects', { name: 'tool', namespace_id: id });
    const changed = await put(OWNER, id, { description: 'after', lfs_enabled: false, request_access_enabled: 'true' });
    expect(changed).toMatchObject({
      status: 200,
      body: {
        ...{ id, path, name: path, description: 'after', visibility: 'internal', lfs_enabled: false },
        ...{ request_access_enabled: true, projects: [{ path: 'tool' }], shared_projects: [] },
      },
    });
    await put(OWNER, id, { share_with_group_lock: true, description: '' });
    const [row] = await database.query('select *, updated_at > created_at as touched from namespaces where id = $1', [
      id,
    ]);
    expect(row).toMatchObject({ share_with_group_lock: true, description: '', lfs_enabled: false, touched: true });
  });

  it('takes a description away that is null', async () => {
    const { id } = await group({ description: 'before' });
    const { status, body } = await put(OWNER, id, { description: null });
    expect([status, body.description]).toEqual([200, '']);
    expect((await group({ description: null })) as object).toMatchObject({ description: '' });
  });

  it.each<[string, Principal | null, number, number]>([
    ['anonymous callers', null, 0, 401],
    ['strangers', STRANGER, 0, 404],
    ['guests', STRANGER, 10, 403],
    ['reporters', STRANGER, 20, 403],
    ['developers', STRANGER, 30, 403],
    ['masters', STRANGER, 40, 403],
    ['owners', STRANGER, 50, 200],
    ['admins', ADMIN, 0, 200],
  ])('and DELETE answer %s of a private group', async (_, who, level, status) => {
    const { id } = await group();
    if (level > 0) await seed.namespaceMember(id, who!.userId, level);
    expect((await put(who, id, { description: 'x' })).status).toBe(status);
    const deleted = await app.request(who, 'DELETE', `/groups/${id}`);
    expect(deleted.status).toBe(status === 200 ? 202 : status);
    expect(await database.query('select id from namespaces where id = $1', [id])).toHaveLength(status === 200 ? 0 : 1);
  });

  it('is for owners of groups around it, and refused to strangers of a public group', async () => {
    const { id: outer } = await group({ visibility: 'public' });
    const { id } = await group({ parent_id: outer, visibility: 'public' });
    expect((await put(STRANGER, id, { description: 'x' })).status).toBe(403);
    await seed.namespaceMember(outer, ABOVE.userId, 50);
    expect((await put(ABOVE, id, { description: 'x' })).status).toBe(200);
  });

  it.each([
    [
      {},
      'name, path, description, visibility, lfs_enabled, request_access_enabled, share_with_group_lock, project_creation_level, default_branch, subgroup_creation_level, avatar, repository_size_limit, repository_copies are missing, at least one parameter must be provided',
    ],
    [
      { parent_id: 1 },
      'name, path, description, visibility, lfs_enabled, request_access_enabled, share_with_group_lock, project_creation_level, default_branch, subgroup_creation_level, avatar, repository_size_limit, repository_copies are missing, at least one parameter must be provided',
    ],
    [{ visibility: 'open' }, 'visibility does not have a valid value'],
    [{ lfs_enabled: 'perhaps' }, 'lfs_enabled is invalid'],
  ])('refuses %j', async (body, text) => {
    const { id } = await group();
    expect(await answer(OWNER, id, body)).toEqual([400, text]);
  });

  it('limits the repositories in it for admins only, who see the limit', async () => {
    const { id } = await group();
    const limit = { repository_size_limit: 5_000_000_000 };
    expect(await answer(OWNER, id, limit)).toEqual([403, '403 Forbidden']);
    expect((await put(ADMIN, id, limit)).body).toMatchObject(limit);
    expect((await get(`/groups/${id}`)).body).not.toHaveProperty('repository_size_limit');
    expect((await put(ADMIN, id, { repository_size_limit: null })).body.repository_size_limit).toBeNull();
    expect(await answer(ADMIN, id, { repository_size_limit: -1 })).toEqual([400, 'repository_size_limit is invalid']);
  });

  it('ignores the parent', async () => {
    const { id } = await group();
    const { id: other } = await group();
    expect((await put(OWNER, id, { parent_id: other, description: 'x' })).body.parent_id).toBeNull();
  });

  it.each([
    [{ name: '' }, { name: ["can't be blank"] }],
    [{ name: 'a/b' }, { name: ["can contain only letters, digits, '_', '.', dash and space."] }],
    [{ path: 'api' }, { path: ['api is a reserved name'] }],
    [{ path: '' }, { path: ["can't be blank"] }],
    [{ path: 'stranger' }, { path: TAKEN, 'route.path': TAKEN, route: ['is invalid'] }],
    [{ description: 'd'.repeat(256) }, { description: ['is too long (maximum is 255 characters)'] }],
    [
      { name: '', path: 'api' },
      { name: ["can't be blank"], path: ['api is a reserved name'] },
    ],
  ])('refuses %j by field', async (body, errors) => {
    const { id, path } = await group();
    expect(await answer(OWNER, id, body)).toEqual([400, errors]);
    expect((await get(`/groups/${id}`)).body).toMatchObject({ name: path, full_path: path, description: '' });
  });

  it('refuses a file that is no picture, together with what else is wrong', async () => {
    const { id } = await group();
    const form = [
      ...['--x', 'content-disposition: form-data; name="path"', '', 'api', '--x'],
      ...['content-disposition: form-data; name="avatar"; filename="a.txt"', '', 'text', '--x--', ''],
    ].join('\r\n');
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    const { status, body } = await app.request(OWNER, 'PUT', `/groups/${id}`, Buffer.from(form), type);
    expect([status, body.message]).toEqual([
      400,
      { path: ['api is a reserved name'], avatar: ['only images allowed'] },
    ]);
  });

  it('refuses the name of a group beside it, and takes its own', async () => {
    const { path: other } = await group();
    const { id, path } = await group();
    expect(await answer(OWNER, id, { name: other })).toEqual([400, { name: TAKEN }]);
    expect((await put(OWNER, id, { name: path, path })).status).toBe(200);
  });

  it('takes its own path in another case', async () => {
    const { id } = await group({ path: 'lower-case' });
    const { body } = await put(OWNER, id, { path: 'Lower-Case' });
    expect([body.full_path, body.web_url]).toEqual(['Lower-Case', 'http://hearth.test:8080/groups/Lower-Case']);
    expect(await database.query(`select * from redirects where lower(path) = 'lower-case'`)).toEqual([]);
  });

  it('moves everything below to a new path, names it anew, and keeps the old one for it and for admins', async () => {
    const { id } = await group({ name: 'Outer', path: 'outer' });
    const { id: inner } = await group({ name: 'Inner', path: 'inner', parent_id: id });
    const project = await app.request(OWNER, 'POST', '/projects', { name: 'Tool', namespace_id: inner });
    const beside = await group({ name: 'Outer 2', path: 'outer-2' });
    const { body } = await put(OWNER, id, { name: 'Renamed', path: 'renamed' });
    expect(body).toMatchObject({
      full_path: 'renamed',
      full_name: 'Renamed',
      web_url: 'http://hearth.test:8080/groups/renamed',
    });
    expect((await get(`/groups/renamed%2Finner`)).body).toMatchObject({
      ...{ id: inner, full_name: 'Renamed / Inner', full_path: 'renamed/inner' },
      projects: [{ path_with_namespace: 'renamed/inner/tool', name_with_namespace: 'Renamed / Inner / Tool' }],
    });
    expect((await get('/projects/renamed%2Finner%2Ftool')).body.id).toBe(project.body.id);
    expect((await get('/namespaces/renamed')).body).toMatchObject({ id, name: 'Renamed', path: 'renamed' });
    for (const path of [
      '/groups/outer',
      '/groups/outer%2Finner',
      '/projects/outer%2Finner%2Ftool',
      '/namespaces/outer',
    ])
      expect((await get(path)).status).toBe(404);
    expect((await get(`/groups/${beside.id}`)).body.full_path).toBe('outer-2');
    expect(await app.get(PathsStore).movedProject(app.database, 'outer/inner/tool')).toBe(project.body.id);
    const another = (who: Principal) => app.request(who, 'POST', '/groups', { name: 'Another', path: 'outer' });
    expect((await another(OWNER)).status).toBe(400);
    expect((await another(ADMIN)).status).toBe(201);
    expect(await app.get(PathsStore).movedProject(app.database, 'outer/inner/tool')).toBeUndefined();
  });

  it('renames a subgroup below what is around it', async () => {
    const { id: outer } = await group({ name: 'Around', path: 'around' });
    const { id } = await group({ name: 'Sub', path: 'sub', parent_id: outer });
    const { id: deeper } = await group({ name: 'Deep', path: 'deep', parent_id: id });
    expect((await put(OWNER, id, { name: 'Below', path: 'below' })).body).toMatchObject({
      ...{ full_path: 'around/below', full_name: 'Around / Below' },
    });
    expect((await get(`/groups/${deeper}`)).body).toMatchObject({
      ...{ full_path: 'around/below/deep', full_name: 'Around / Below / Deep' },
    });
    expect(await answer(OWNER, id, { path: 'tree' })).toEqual([400, { path: ['tree is a reserved name'] }]);
  });

  describe('visibility', () => {
    it('is published where it takes access away', async () => {
      const { id } = await group({ visibility: 'internal' });
      for (const visibility of ['internal', 'public', 'private'])
        expect((await put(OWNER, id, { visibility, description: visibility })).status).toBe(200);
      const key = `namespace-${id}`;
      expect(
        await database.query(`select data from outbox where type = 'projects.access-revoked' and key = $1`, [key]),
      ).toEqual([{ data: { projectId: null, namespaceId: id, userId: null, groupId: null } }]);
    });

    const text = (wanted: string, reason: string) => ({
      visibility_level: [`${wanted} is not allowed since ${reason}`],
    });

    it('stays at or below that of the parent', async () => {
      const { id: outer } = await group({ visibility: 'internal' });
      const { id } = await group({ parent_id: outer });
      expect(await answer(OWNER, id, { visibility: 'public' })).toEqual([
        400,
        text('public', 'the parent group has a internal visibility.'),
      ]);
      expect((await put(OWNER, id, { visibility: 'internal' })).body.visibility).toBe('internal');
    });

    it('stays at or above that of projects and subgroups', async () => {
      const { id } = await group({ visibility: 'public' });
      await group({ parent_id: id, visibility: 'internal' });
      expect(await answer(OWNER, id, { visibility: 'private' })).toEqual([
        400,
        text('private', 'there are sub-groups with higher visibility.'),
      ]);
      const project = await app.request(OWNER, 'POST', '/projects', {
        name: 'p',
        namespace_id: id,
        visibility: 'public',
      });
      expect(project.status).toBe(201);
      expect(await answer(OWNER, id, { visibility: 'internal' })).toEqual([
        400,
        text('internal', 'this group contains projects with higher visibility.'),
      ]);
      const both = (await put(ADMIN, id, { visibility: 'private' })).body.message.visibility_level;
      expect(both).toHaveLength(2);
      expect((await put(OWNER, id, { visibility: 'public' })).status).toBe(200);
    });

    it('is restricted to admins where the instance says so, unless it stays', async () => {
      const { id } = await group({ visibility: 'internal' });
      app.get(FakeIdentity).settings = {
        ...app.get(FakeIdentity).settings,
        restrictedVisibilities: ['public', 'internal'],
      };
      expect(await answer(OWNER, id, { visibility: 'public' })).toEqual([
        400,
        { visibility_level: ['public has been restricted by your GitLab administrator'] },
      ]);
      expect((await put(OWNER, id, { visibility: 'internal' })).status).toBe(200);
      expect((await put(ADMIN, id, { visibility: 'public' })).status).toBe(200);
    });
  });

  describe('at the same time', () => {
    it('as subgroups and projects are made, leaves everything at the new path', async () => {
      const { id } = await group({ name: 'Busy', path: 'busy' });
      const made = Array.from({ length: 6 }, (_, n) =>
        n % 2
          ? app.request(OWNER, 'POST', '/projects', { name: `p${n}`, namespace_id: id })
          : app.request(OWNER, 'POST', '/groups', { name: `g${n}`, path: `g${n}`, parent_id: id }),
      );
      const [moved, ...inside] = await Promise.all([put(OWNER, id, { name: 'Idle', path: 'idle' }), ...made]);
      expect([moved!.status, ...inside.map(({ status }) => status)]).toEqual([200, ...Array(6).fill(201)]);
      const paths = await database.query<{ path: string }>(
        `select path from routes where path like 'busy%' or path like 'idle%' order by 1`,
      );
      expect(paths.map(({ path }) => path)).toEqual([
        'idle',
        ...['g0', 'g2', 'g4', 'p1', 'p3', 'p5'].map((own) => `idle/${own}`),
      ]);
      const names = await database.query<{ full_name: string }>(
        'select full_name from namespaces where parent_id = $1',
        [id],
      );
      expect(names.map(({ full_name }) => full_name.split(' / ')[0])).toEqual(['Idle', 'Idle', 'Idle']);
    });

    it('as a subgroup is opened, never leaves it more open than its parent', async () => {
      const { id: outer } = await group({ visibility: 'public' });
      const { id } = await group({ parent_id: outer, visibility: 'private' });
      const [lowered, opened] = await Promise.all([
        put(OWNER, outer, { visibility: 'private' }),
        put(OWNER, id, { visibility: 'public' }),
      ]);
      expect([lowered!.status, opened!.status].sort()).toEqual([200, 400]);
    });

    it('waits for what is around it, and is then held against that', async () => {
      const { id: outer } = await group({ visibility: 'public' });
      const { id } = await group({ parent_id: outer });
      const [opened] = await whileHeld(
        database,
        ['begin', `update namespaces set visibility = 'internal' where id = ${outer}`],
        [() => put(OWNER, id, { visibility: 'public' })],
        'commit',
      );
      expect([opened!.status, opened!.body.message]).toEqual([
        400,
        { visibility_level: ['public is not allowed since the parent group has a internal visibility.'] },
      ]);
    });

    it('takes the place and the name of what is around it from after the wait', async () => {
      const { id: outer } = await group({ name: 'Early', path: 'early' });
      const { id } = await group({ name: 'Sub', path: 'sub', parent_id: outer });
      const [renamed] = await whileHeld(
        database,
        [
          'begin',
          `update namespaces set name = 'Late', path = 'late', full_name = 'Late' where id = ${outer}`,
          `update namespaces set full_name = 'Late / Sub' where id = ${id}`,
          `update routes set path = replace(path, 'early', 'late') where namespace_id in (${outer}, ${id})`,
        ],
        [() => put(OWNER, id, { name: 'Own', path: 'own' })],
        'commit',
      );
      expect(renamed).toMatchObject({ status: 200, body: { full_path: 'late/own', full_name: 'Late / Own' } });
      expect((await get('/groups/late%2Fown')).body.id).toBe(id);
    });

    it('ends where the group does', async () => {
      const { id } = await group();
      const gone = ['delete from routes where namespace_id', 'delete from namespace_members where namespace_id'];
      const [changed] = await whileHeld(
        database,
        ['begin', ...gone.map((text) => `${text} = ${id}`), `delete from namespaces where id = ${id}`],
        [() => put(OWNER, id, { description: 'x' })],
        'commit',
      );
      expect(changed).toMatchObject({ status: 404, body: { message: '404 Group Not Found' } });
    });

    it.each(['PUT', 'DELETE'] as const)('%s is refused to who owns the group no more', async (method) => {
      const { id } = await group();
      const demotion = [
        'begin',
        `select from namespaces where id = ${id} for no key update`,
        `update namespace_members set level = 40 where namespace_id = ${id}`,
      ];
      const request = () => app.request(OWNER, method, `/groups/${id}`, { description: 'x' });
      const [answered] = await whileHeld(database, demotion, [request], 'commit');
      expect(answered).toMatchObject({ status: 403, body: { message: '403 Forbidden' } });
      expect((await get(`/groups/${id}`)).body.description).toBe('');
    });

    it('gives a path to one of two groups', async () => {
      const [one, other] = [await group(), await group()];
      const outcomes = await Promise.all([one, other].map(({ id }) => put(OWNER, id, { path: 'wanted' })));
      expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect(outcomes.find(({ status }) => status === 400)!.body.message).toMatchObject({ path: TAKEN });
    });
  });
});

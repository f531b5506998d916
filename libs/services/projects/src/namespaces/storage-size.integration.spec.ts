import { NamespaceStorageQuery, ResolveAccessQuery } from '@hearth/projects-contracts';
import type { ProjectId } from '@hearth/contract-kit';
import { PageBrowser, waitFor } from '@hearth/testing';
import { NamespaceStorageStore } from '../repositories/namespace-storage.store.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the size of a namespace', () => {
  const app = ProjectsApp.inBlock();
  const ada = user(1, { username: 'ada' });
  const bob = user(2, { username: 'bob' });
  const admin = user(3, { username: 'root', admin: true });
  let [own, red, blue]: number[] = [];
  let [tool, upper, deep]: ProjectId[] = [];

  beforeAll(async () => {
    const seed = new Seed(app.testDatabase);
    own = await app.claim(ada);
    for (const each of [bob, admin]) await app.claim(each);
    red = await seed.group('red', 'private');
    blue = await seed.group('blue', 'private', [red]);
    await seed.namespaceMember(red, ada.userId, 50);
    await seed.namespaceMember(red, bob.userId, 40);
    tool = await seed.project(own, 'tool', 'private');
    upper = await seed.project(red, 'upper', 'private');
    deep = await seed.project(blue, 'deep', 'private');
    await app.testDatabase.query('update projects set repository_size = 100 * id, lfs_size = 1');
  });

  const read = async (id: number, caller = ada) => (await app.request(caller, 'GET', `/namespaces/${id}`)).body;
  const put = (id: number | string, limit: unknown, caller = admin) =>
    app.request(caller, 'PUT', `/namespaces/${id}`, { storage_size_limit: limit });

  it('is that of all of its projects, for owners and admins', async () => {
    expect(await read(own!)).toMatchObject({ root_repository_size: 100 * tool!, storage_size: 100 * tool! + 1 });
    const bytes = 100 * (upper! + deep!);
    const sizes = { root_repository_size: bytes, storage_size: bytes + 2 };
    expect(await read(red!)).toMatchObject({ ...sizes, storage_size_limit: null });
    expect(await read(red!, admin)).toMatchObject(sizes);
    expect(await read(red!, bob)).not.toHaveProperty('storage_size');
    expect(await read(blue!)).not.toHaveProperty('storage_size');
    expect(await app.calls.query(NamespaceStorageQuery, { projectId: deep! })).toEqual({ bytes: bytes + 2 });
  });

  it('has a limit that admins set, which all projects below know', async () => {
    const limitOf = async (id: ProjectId) => {
      const { projects } = await app.calls.query(ResolveAccessQuery, {
        projects: [{ id }],
        user: { id: ada.userId, admin: false, external: false },
      });
      return projects[0]!.project.storageSizeLimit;
    };
    expect((await put(own!, 5000, ada)).status).toBe(403);
    expect((await put('red', 7_000_000_000)).body).toMatchObject({ id: red, storage_size_limit: 7_000_000_000 });
    expect([await limitOf(deep!), await limitOf(tool!)]).toEqual([7_000_000_000, null]);
    expect((await put(own!, 5000)).status).toBe(200);
    expect(await limitOf(tool!)).toBe(5000);
    expect((await put('red', '')).body.storage_size_limit).toBeNull();
    expect(await limitOf(deep!)).toBeNull();
  });

  it('has no other limit, and a subgroup has none', async () => {
    expect(await put(own!, 0)).toMatchObject({ status: 400, body: { error: 'storage_size_limit is invalid' } });
    expect((await put(999_999, 1)).status).toBe(404);
    const { status, body } = await put(blue!, 1);
    expect([status, body.message]).toEqual([
      400,
      { storage_size_limit: ['can only be set for users and for groups that are in no other one'] },
    ]);
  });

  it('keeps out forks, imports and transfers that do not fit, and its limit is in the audit trail', async () => {
    const size = 100 * tool! + 1;
    const fill = (left: number) => put(red!, 100 * (upper! + deep!) + 2 + left);
    const fork = () => app.request(ada, 'POST', `/projects/${tool}/fork`, { namespace: 'red', path: 'copy' });
    const transfer = () => app.request(ada, 'PUT', `/projects/${tool}/transfer`, { namespace: 'red/blue' });
    const FULL = 'has no room: the limit of its storage size is reached';
    await fill(size - 1);
    expect(await fork()).toMatchObject({ status: 409, body: { message: { namespace: [FULL] } } });
    expect(await transfer()).toMatchObject({ status: 400, body: { message: { new_namespace: [FULL] } } });
    expect((await app.request(ada, 'PUT', `/projects/${upper}/transfer`, { namespace: 'red/blue' })).status).toBe(200);
    await fill(0);
    const wanted = { name: 'in', namespace_id: red, import_url: 'https://git.example.org/a.git' };
    expect(await app.request(ada, 'POST', '/projects', wanted)).toMatchObject({ status: 400 });
    const { import_url } = wanted;
    const change = await app.request(ada, 'PUT', `/projects/${deep}`, { import_url });
    expect(change).toMatchObject({ status: 400, body: { message: { namespace: [FULL] } } });
    expect((await app.request(ada, 'PUT', `/projects/${tool}`, { import_url })).status).toBe(200);
    expect((await app.request(ada, 'POST', '/projects', { name: 'in', namespace_id: red })).status).toBe(201);
    const green = await new Seed(app.testDatabase).group('green', 'private');
    await app.testDatabase.query('update projects set namespace_id = $1 where id = $2', [green, tool]);
    const into = () => app.request(admin, 'POST', `/groups/${green}/transfer`, { group_id: red });
    expect(await into()).toMatchObject({ status: 400, body: { message: expect.stringContaining(FULL) } });
    await fill(size);
    expect((await into()).status).toBe(201);
    const recorded = await app.testDatabase.query<{ data: object }>(
      `select data from outbox where data->>'kind' = 'namespace.storage-limited' order by id desc limit 1`,
    );
    expect(recorded[0]!.data).toMatchObject({ subject: { type: 'group', id: red, name: 'red' } });
  });

  it('has room for one of two projects that move into it at the same time', async () => {
    const seed = new Seed(app.testDatabase);
    const [one, two] = [await seed.project(own!, 'one', 'private'), await seed.project(own!, 'two', 'private')];
    const lime = await seed.group('lime', 'private');
    const groups = [await seed.group('lime-a', 'private', [lime]), await seed.group('lime-b', 'private', [lime])];
    await app.testDatabase.query('update projects set repository_size = 10 where id = any($1)', [[one, two]]);
    await seed.namespaceMember(lime, ada.userId, 50);
    await put(lime, 15);
    const late = await app.database.tx(async (tx) => {
      expect(await app.get(NamespaceStorageStore).hasRoomForProject(tx, groups[0]!, one)).toBe(true);
      await tx.query('update projects set namespace_id = $1 where id = $2', [groups[0], one]);
      const moving = app.request(ada, 'PUT', `/projects/${two}/transfer`, { namespace: groups[1] });
      await waitFor('the other move to wait', async () => {
        const waiting = await app.testDatabase.query(
          `select 1 from pg_locks join pg_database on oid = database
           where datname = current_database() and locktype = 'advisory' and not granted`,
        );
        return waiting.length > 0;
      });
      return { moving };
    });
    expect((await late.moving).status).toBe(400);
  });

  it('is limited on the page of the settings of a group on top, by admins', async () => {
    const browser = new PageBrowser(app);
    const [page, form] = ['/-/group/red/edit', '/-/group/red/storage'];
    expect((await browser.send(admin, page, form, { storage_size_limit: '12345' })).status).toBe(303);
    expect((await browser.visit(admin, page)).text).toContain('value="12345"');
    expect((await browser.send(admin, page, form, { storage_size_limit: '' })).status).toBe(303);
    expect((await read(red!, admin)).storage_size_limit).toBeNull();
    expect((await browser.visit(ada, page)).text).not.toContain('storage_size_limit');
    expect((await browser.send(ada, page, form, { storage_size_limit: '5' })).status).toBe(403);
    const ofSubgroup = '/-/group/red%2Fblue/edit';
    expect((await browser.visit(admin, ofSubgroup)).text).not.toContain('storage_size_limit');
  });
});

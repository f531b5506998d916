import type { Principal, ProjectId, Visibility } from '@hearth/contract-kit';
import { PathsStore } from '../namespaces/paths.store.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

const failed = (reason: string) => ({ status: 400, body: { message: `Transfer failed: ${reason}` } });

describe('POST /groups/:id/transfer', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1, { username: 'owner', canCreateGroup: true });
  const other = user(2, { username: 'other', canCreateGroup: true });
  const admin = user(9, { username: 'root', admin: true });
  let database: TestDatabase;
  let seed: Seed;
  let count = 0;

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    for (const person of [owner, other, admin]) await app.claim(person);
  });

  const transfer = (id: number, to?: number, caller: Principal | null = owner) =>
    app.request(caller, 'POST', `/groups/${id}/transfer`, to === undefined ? {} : { group_id: to });

  /** A group of the owner's with a unique path. */
  async function group(visibility: Visibility = 'private', ancestors: readonly number[] = []): Promise<number> {
    const id = await seed.group(`g${++count}`, visibility, ancestors);
    await seed.namespaceMember(id, owner.userId, 50);
    return id;
  }
  async function stored(id: number): Promise<Record<string, unknown>> {
    const [row] = await database.query(
      `select g.parent_id as "parentId", to_jsonb(g.ancestor_ids) as "ancestorIds", g.visibility, r.path, g.full_name as "fullName"
       from namespaces g join routes r on r.namespace_id = g.id where g.id = $1`,
      [id],
    );
    return row!;
  }
  async function pathOf(id: ProjectId): Promise<string> {
    return app.get(PathsStore).ofProject(app.database, id);
  }

  it('moves the group with everything in it, and back to the top', async () => {
    const [to, moved] = [await group(), await group()];
    const [toPath, path] = [`g${count - 1}`, `g${count}`];
    const made = await app.request(owner, 'POST', '/groups', { name: 'Inner', path: 'inner', parent_id: moved });
    const inner: number = made.body.id;
    const project = await seed.project(inner, 'tool', 'private');
    const { status, body } = await transfer(moved, to);
    expect([status, body]).toEqual([
      201,
      expect.objectContaining({ id: moved, parent_id: to, full_path: `${toPath}/${path}`, projects: [] }),
    ]);
    expect(await stored(inner)).toEqual({
      ...{ parentId: moved, ancestorIds: [to, moved], visibility: 'private', path: `${toPath}/${path}/inner` },
      fullName: `${(await stored(moved))['fullName']} / Inner`,
    });
    expect(await pathOf(project)).toBe(`${toPath}/${path}/inner/tool`);
    expect(await app.get(PathsStore).movedProject(app.database, `${path}/inner/tool`)).toBe(project);
    expect((await transfer(moved)).body).toMatchObject({ parent_id: null, full_path: path });
    expect(await stored(inner)).toMatchObject({ ancestorIds: [moved], path: `${path}/inner` });
    expect(await pathOf(project)).toBe(`${path}/inner/tool`);
    expect(await app.get(PathsStore).movedProject(app.database, `${toPath}/${path}/inner/tool`)).toBe(project);
  });

  it('ends the access by the former parent, and makes the caller the owner of a top-level group', async () => {
    const parent = await group();
    const member = user(20);
    await seed.namespaceMember(parent, member.userId, 30);
    const moved = await seed.group(`g${++count}`, 'private', [parent]);
    const project = await seed.project(moved, 'tool', 'private');
    expect((await app.request(member, 'GET', `/projects/${project}`)).status).toBe(200);
    expect((await transfer(moved)).status).toBe(201);
    expect((await app.request(member, 'GET', `/projects/${project}`)).status).toBe(404);
    const members = await database.query('select user_id, level from namespace_members where namespace_id = $1', [
      moved,
    ]);
    expect(members).toEqual([{ user_id: owner.userId, level: 50 }]);
    const events = await database.query(`select type, data from outbox where data->>'namespaceId' = $1 order by id`, [
      String(moved),
    ]);
    expect(events.map(({ type }) => type)).toEqual(['projects.repository-copies-changed', 'projects.access-revoked']);
    const [audit] = await database.query(
      `select data from outbox where type = 'projects.audit-recorded' and data->>'kind' = 'group.transferred' order by id desc`,
    );
    expect(audit).toMatchObject({ data: { details: { from: `g${count - 1}/g${count}`, to: `g${count}` } } });
  });

  it('lowers the visibility of everything in it to that of the parent', async () => {
    const [to, moved] = [await group('internal'), await group('public')];
    const open = await seed.project(moved, 'open', 'public');
    const closed = await seed.project(moved, 'closed', 'private');
    const fork = await seed.project(await group('public'), 'fork', 'public');
    await database.query('update projects set forked_from_id = $1 where id = $2', [open, fork]);
    expect((await transfer(moved, to)).body).toMatchObject({ visibility: 'internal' });
    const projects = await database.query('select id, visibility from projects where id = any ($1) order by id', [
      [open, closed, fork],
    ]);
    expect(projects.map(({ visibility }) => visibility)).toEqual(['internal', 'private', 'internal']);
    const events = await database.query(
      `select data->>'projectId' as id, data->>'visibility' as visibility from outbox where type = 'projects.project-updated'
       and key = any ($1) order by key`,
      [[open, closed, fork].map(String)],
    );
    expect(events).toEqual([open, fork].map((id) => ({ id: String(id), visibility: 'internal' })));
  });

  it('is refused where it cannot be', async () => {
    const [to, moved] = [await group(), await group()];
    const path = `g${count}`;
    expect(await transfer(moved)).toMatchObject(failed('Group is already a root group.'));
    expect(await transfer(moved, moved)).toMatchObject(failed('Cannot transfer group to one of its subgroup.'));
    const inner = await group('private', [moved]);
    expect(await transfer(inner, moved)).toMatchObject(failed('Group is already associated to the parent group.'));
    expect(await transfer(moved, inner)).toMatchObject(failed('Cannot transfer group to one of its subgroup.'));
    await seed.project(to, path.toUpperCase(), 'private');
    const before = await stored(moved);
    expect(await transfer(moved, to)).toMatchObject(
      failed('The parent group already has a subgroup or a project with the same path.'),
    );
    expect(await stored(moved)).toEqual(before);
    const free = await group();
    await database.query('update namespaces set name = $2 where id = $1', [
      await group('private', [free]),
      (await app.request(owner, 'GET', `/groups/${moved}`)).body.name,
    ]);
    expect(await transfer(moved, free)).toMatchObject(failed('Validation failed: Name has already been taken'));
    const deep = await group('private', [await group()]);
    await database.query('update namespaces set ancestor_ids = array(select generate_series(900, 919)) where id = $1', [
      deep,
    ]);
    expect(await transfer(moved, deep)).toMatchObject(
      failed('Validation failed: Parent has too deep level of nesting'),
    );
  });

  it('is for owners of the group who may create groups at the new place', async () => {
    const [to, moved] = [await group(), await group()];
    expect((await transfer(moved, to, null)).status).toBe(401);
    expect((await transfer(moved, to, other)).status).toBe(404);
    await seed.namespaceMember(moved, other.userId, 40);
    expect((await transfer(moved, to, other)).status).toBe(403);
    await database.query('update namespace_members set level = 50 where namespace_id = $1', [moved]);
    const missing = { status: 404, body: { message: '404 Group Not Found' } };
    for (const where of [to, 99_999]) expect(await transfer(moved, where, other)).toMatchObject(missing);
    await seed.namespaceMember(to, other.userId, 40);
    expect(await transfer(moved, to, other)).toMatchObject(failed("You don't have enough permissions."));
    await database.query(`update namespaces set subgroup_creation_level = 'maintainer' where id = $1`, [to]);
    expect((await transfer(moved, to, other)).status).toBe(201);
    expect(await transfer(moved, undefined, user(2, { canCreateGroup: false }))).toMatchObject(
      failed("You don't have enough permissions."),
    );
    expect((await transfer(moved, undefined, admin)).status).toBe(201);
  });

  it('goes to the groups that are listed before', async () => {
    const mover = user(3, { username: 'mover' });
    await app.claim(mover);
    const held = async (path: string, level: number, ancestors: readonly number[] = []) => {
      const id = await seed.group(path, 'private', ancestors);
      if (level > 0) await seed.namespaceMember(id, mover.userId, level);
      return id;
    };
    const home = await held('home', 50);
    const moved = await held('moved', 0, [home]);
    await held('below', 0, [home, moved]);
    const kept = await held('kept', 40);
    await held('inner', 50, [kept]);
    await held('lower', 30);
    const project = await seed.project(moved, 'app', 'private');
    const listed = async (at: string) => {
      const { body } = await app.request(mover, 'GET', at);
      return body.map(({ full_path: path }: { full_path: string }) => path);
    };
    const [ofGroup, ofProject] = [`/groups/${moved}/transfer_locations`, `/projects/${project}/transfer_locations`];
    expect(await listed(ofGroup)).toEqual(['kept/inner']);
    expect(await listed(ofProject)).toEqual(['home', 'home/moved/below', 'kept', 'kept/inner']);
    expect(await listed(`${ofProject}?search=inn`)).toEqual(['kept/inner']);
    await database.query(`update namespaces set subgroup_creation_level = 'maintainer' where id = $1`, [kept]);
    const { body, headers } = await app.exchange(mover, 'GET', `${ofGroup}?per_page=1`);
    expect([body, headers['x-total']]).toEqual([[expect.objectContaining({ id: kept, full_name: 'kept' })], '2']);
    await database.query('update namespace_members set level = 40 where namespace_id = $1', [home]);
    for (const at of [ofGroup, ofProject]) expect((await app.request(mover, 'GET', at)).status).toBe(403);
  });

  it('never makes a circle, and crosses others', async () => {
    const groups = [await group(), await group(), await group()];
    const answers = await Promise.all(groups.map((id, at) => transfer(id, groups[(at + 1) % 3])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 400]);
    for (const id of groups) {
      const { parentId, ancestorIds } = await stored(id);
      const around =
        parentId === null ? [] : [...((await stored(Number(parentId)))['ancestorIds'] as number[]), parentId];
      expect(ancestorIds).toEqual(around);
    }
    expect(app.failures).toEqual([]);
  });
});

import { WhichGroupsExistQuery } from '@hearth/projects-contracts';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';
import type { TestDatabase } from '../testing/test-database.js';

const OWNER = user(1, { username: 'owner', canCreateGroup: true });
const MEMBER = user(2, { username: 'member' });
const ADMIN = user(9, { username: 'root', admin: true });

describe('DELETE /groups/:id', () => {
  let database: TestDatabase;
  const app = ProjectsApp.inBlock();
  let seed: Seed;

  beforeAll(async () => {
    database = app.testDatabase;
    seed = new Seed(database);
    for (const person of [OWNER, MEMBER, ADMIN]) await app.claim(person);
  });

  const get = (path: string) => app.request(ADMIN, 'GET', path);
  const remove = (id: number | string) => app.request(OWNER, 'DELETE', `/groups/${id}`);

  async function group(path: string, parentId?: number): Promise<number> {
    const { status, body } = await app.request(OWNER, 'POST', '/groups', { name: path, path, parent_id: parentId });
    expect(status).toBe(201);
    return body.id;
  }

  async function project(namespaceId: number, name: string): Promise<number> {
    return (await app.request(OWNER, 'POST', '/projects', { name, namespace_id: namespaceId })).body.id;
  }

  const deletions = async () =>
    (
      await database.query<{ data: { projectId: number } }>(
        `select data from outbox where type = 'projects.project-deleted' order by id`,
      )
    ).map(({ data }) => data.projectId);

  it('answers 202; everything below is gone at once, others hear of each project, and the paths are free', async () => {
    const outer = await group('outer');
    const inner = await group('inner', outer);
    const beside = await group('outer-beside');
    const projects = [await project(outer, 'one'), await project(inner, 'two')];
    const kept = await project(beside, 'three');
    await seed.namespaceMember(inner, MEMBER.userId, 30);
    await seed.projectMember(projects[1]!, MEMBER.userId, 30);
    await database.query('insert into project_group_links (project_id, group_id, level) values ($1, $2, 20)', [
      kept,
      inner,
    ]);
    const { status, body } = await remove('outer');
    expect([status, body]).toEqual([202, { message: '202 Accepted' }]);
    for (const path of [
      '/groups/outer',
      `/groups/${inner}`,
      `/namespaces/${inner}`,
      `/projects/${projects[0]}`,
      '/projects/outer%2Finner%2Ftwo',
    ])
      expect((await get(path)).status).toBe(404);
    expect((await get('/projects?search=two')).body).toEqual([]);
    expect((await app.request(MEMBER, 'GET', '/groups')).body).toEqual([]);
    expect((await get(`/projects/${kept}`)).body.shared_with_groups).toEqual([]);
    expect((await get(`/groups/${beside}`)).body.projects).toHaveLength(1);
    expect((await deletions()).sort()).toEqual([...projects].sort());
    const groups = await database.query<{ data: { groupId: number } }>(
      `select data from outbox where type = 'projects.group-deleted' order by id`,
    );
    expect(groups.map(({ data }) => data.groupId).sort()).toEqual([outer, inner].sort());
    expect(await app.calls.query(WhichGroupsExistQuery, { ids: [outer, inner, beside] })).toEqual({ ids: [beside] });
    expect((await remove(outer)).status).toBe(404);
    expect(await group('outer')).toBeGreaterThan(outer);
  });

  it('tells who had rights elsewhere by the group, or one below it, that these have ended', async () => {
    const outer = await group('invited');
    const inner = await group('inner', outer);
    const home = await group('home');
    const [one, two] = [await project(home, 'lent'), await project(home, 'lent twice')];
    const own = await project(outer, 'lent inside');
    for (const [projectId, groupId] of [
      [one, outer],
      [two, inner],
      [own, inner],
      [two, home],
    ])
      await database.query('insert into project_group_links (project_id, group_id, level) values ($1, $2, 20)', [
        projectId,
        groupId,
      ]);
    expect((await remove(outer)).status).toBe(202);
    const told = await database.query(
      `select key, data from outbox where type = 'projects.access-revoked' and key = any ($1) order by key::int`,
      [[one, two, own].map(String)],
    );
    expect(told).toEqual(
      [
        { projectId: one, groupId: outer },
        { projectId: two, groupId: inner },
      ].map((ended) => ({ key: String(ended.projectId), data: { ...ended, namespaceId: null, userId: null } })),
    );
  });

  it('tells of every project of a tree that is larger than one batch, once', async () => {
    const outer = await group('large');
    const inner = await group('inside', outer);
    const before = (await deletions()).length;
    await database.query(
      `insert into projects (namespace_id, path, name, creator_id)
       select case when n % 2 = 0 then $1::bigint else $2::bigint end, 'p' || n, 'p' || n, 1 from generate_series(1, 5001) n`,
      [outer, inner],
    );
    expect((await remove(outer)).status).toBe(202);
    const told = (await deletions()).slice(before);
    expect([told.length, new Set(told).size]).toEqual([5001, 5001]);
    expect(await database.query('select id from namespaces where id in ($1, $2)', [outer, inner])).toEqual([]);
  });

  it('leaves nothing behind of what is made in it at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const outer = await group(`race-${round}`);
      const inner = await group('inner', outer);
      const [removed, ...made] = await Promise.all([
        remove(outer),
        app.request(OWNER, 'POST', '/groups', { name: 'later', path: 'later', parent_id: inner }),
        app.request(OWNER, 'POST', '/projects', { name: 'late', namespace_id: inner }),
        app.request(OWNER, 'POST', '/projects', { name: 'late', namespace_id: outer }),
      ]);
      expect(removed!.status).toBe(202);
      const [subgroup, ...projects] = made.map(({ status }) => status);
      expect([201, 404]).toContain(subgroup);
      for (const status of projects) expect([201, 400]).toContain(status);
      expect(await database.query(`select path from routes where path like 'race-${round}%'`)).toEqual([]);
      expect(
        await database.query('select id from namespaces where id = $1 or ancestor_ids @> array[$1::bigint]', [outer]),
      ).toEqual([]);
    }
  });

  it('and a change at the same time end in one of two orders', async () => {
    const outer = await group('changing');
    const inner = await group('inner', outer);
    const [removed, changed] = await Promise.all([
      remove(outer),
      app.request(OWNER, 'PUT', `/groups/${inner}`, { path: 'moved', name: 'moved' }),
    ]);
    expect(removed!.status).toBe(202);
    expect([200, 404]).toContain(changed!.status);
    expect(await database.query(`select path from routes where path like 'changing%'`)).toEqual([]);
    expect(await database.query(`select path from redirects where path like 'changing%'`)).toEqual([]);
  });

  it('is done once, however many ask for it', async () => {
    const outer = await group('once');
    const answers = await Promise.all(Array.from({ length: 4 }, () => remove(outer)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 404, 404, 404]);
  });
});

import type { Principal, ProjectId } from '@hearth/contract-kit';
import { FakeIdentity } from '../testing/fake-identity.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('groups, as later releases have them', () => {
  const app = ProjectsApp.inBlock();
  const admin = user(1, { admin: true });
  const owner = user(2);
  const master = user(3);
  const developer = user(4);
  let seed: Seed;
  let count = 0;

  beforeAll(async () => {
    for (const person of [admin, owner, master, developer]) await app.claim(person);
    seed = new Seed(app.testDatabase);
  });

  async function newGroup(settings: object = {}): Promise<number> {
    const group = await seed.group(`levels-${++count}`);
    for (const [person, level] of [
      [owner, 50],
      [master, 40],
      [developer, 30],
    ] as const)
      await seed.namespaceMember(group, person.userId, level);
    if (Object.keys(settings).length > 0)
      expect((await app.request(owner, 'PUT', `/groups/${group}`, settings)).status).toBe(200);
    return group;
  }
  const statusOf = async (caller: Principal, url: string, body: object, method: 'POST' | 'PUT' = 'POST') =>
    (await app.request(caller, method, url, body)).status;
  /** Statuses for an admin, the owner, a master and a developer. */
  async function statuses(url: string, body: () => object): Promise<number[]> {
    const all = [];
    for (const caller of [admin, owner, master, developer]) all.push(await statusOf(caller, url, body()));
    return all;
  }

  it.each([
    [undefined, [201, 201, 201, 400]],
    ['developer', [201, 201, 201, 201]],
    ['maintainer', [201, 201, 201, 400]],
    ['owner', [201, 201, 400, 400]],
    ['administrator', [201, 400, 400, 400]],
    ['noone', [400, 400, 400, 400]],
  ])('choose who creates projects: %s', async (level, expected) => {
    const group = await newGroup(level ? { project_creation_level: level } : {});
    const project = () => ({ name: `project-${++count}`, namespace_id: group });
    expect(await statuses('/projects', project)).toEqual(expected);
    const { body } = await app.request(owner, 'GET', `/groups/${group}`);
    expect(body.project_creation_level).toBe(level ?? 'maintainer');
  });

  it('follow the instance where they are made without a choice of who creates projects', async () => {
    const { settings } = app.get(FakeIdentity);
    app.get(FakeIdentity).settings = { ...settings, defaultProjectCreation: 'developer' };
    const made = [{}, { project_creation_level: 'noone' }].map(async (settings) => {
      const names = { name: `made-${++count}`, path: `made-${count}` };
      return (await app.request(admin, 'POST', '/groups', { ...names, ...settings })).body.project_creation_level;
    });
    expect(await Promise.all(made)).toEqual(['developer', 'noone']);
    app.get(FakeIdentity).settings = settings;
  });

  it('choose who forks and transfers projects into it', async () => {
    const open = await newGroup({ project_creation_level: 'developer' });
    const closed = await newGroup({ project_creation_level: 'noone' });
    const source = await seed.project(await newGroup(), 'source', 'public', owner.userId);
    await seed.projectMember(source, owner.userId, 50);
    const fork = (caller: Principal, namespace: number) => statusOf(caller, `/projects/${source}/fork`, { namespace });
    expect([await fork(developer, open), await fork(developer, closed), await fork(admin, closed)]).toEqual([
      201, 404, 404,
    ]);
    const transfer = (id: ProjectId, namespace: number) =>
      statusOf(owner, `/projects/${id}/transfer`, { namespace }, 'PUT');
    const moved = await seed.project(await newGroup(), 'moved', 'private', owner.userId);
    expect([await transfer(moved, closed), await transfer(moved, open)]).toEqual([400, 200]);
  });

  it.each([
    [undefined, [201, 201, 403, 403]],
    ['owner', [201, 201, 403, 403]],
    ['maintainer', [201, 201, 201, 403]],
  ])('choose who creates subgroups: %s', async (level, expected) => {
    const group = await newGroup(level ? { subgroup_creation_level: level } : {});
    const subgroup = () => ({ name: `sub-${++count}`, path: `sub-${count}`, parent_id: group });
    expect(await statuses('/groups', subgroup)).toEqual(expected);
  });

  it('get levels at creation; settings that Hearth does not have are refused', async () => {
    const names = { name: `made-${++count}`, path: `made-${count}` };
    const levels = {
      ...{ project_creation_level: 'noone', subgroup_creation_level: 'maintainer', default_branch: 'trunk' },
    };
    const made = await app.request(admin, 'POST', '/groups', {
      ...names,
      ...levels,
      ...{ require_two_factor_authentication: false, two_factor_grace_period: 48 },
    });
    expect(made).toMatchObject({ status: 201, body: { ...levels, require_two_factor_authentication: false } });
    for (const [setting, error] of [
      [{ require_two_factor_authentication: true }, 'require_two_factor_authentication is not supported'],
      [{ two_factor_grace_period: 24 }, 'two_factor_grace_period is not supported'],
      [{ membership_lock: true }, 'membership_lock is not supported'],
      [{ default_branch_protection: 0 }, 'default_branch_protection is not supported'],
      [{ project_creation_level: 'guest' }, 'project_creation_level does not have a valid value'],
    ] as const)
      expect(
        await app.request(admin, 'PUT', `/groups/${made.body.id}`, { description: 'x', ...setting }),
      ).toMatchObject({
        status: 400,
        body: { error },
      });
  });

  it('are listed with descendants, and top-level groups alone', async () => {
    const top = await newGroup();
    const below = await seed.group('below', 'private', [top]);
    const deep = await seed.group('deep', 'private', [top, below]);
    const ids = async (url: string, caller: Principal = developer) =>
      (await app.request(caller, 'GET', url)).body.map(({ id }: { id: number }) => id);
    expect(await ids(`/groups/${top}/descendant_groups`)).toEqual([below, deep]);
    expect(await ids(`/groups/${top}/descendant_groups?search=deep`)).toEqual([deep]);
    expect(await ids(`/groups/${below}/descendant_groups`)).toEqual([deep]);
    expect(await ids(`/groups/${top}/subgroups`)).toEqual([below]);
    const all = await ids('/groups?top_level_only=true&per_page=100');
    expect(all).toContain(top);
    expect(all).not.toContain(below);
    expect((await app.request(user(9), 'GET', `/groups/${top}/descendant_groups`)).status).toBe(404);
  });

  it('list projects of subgroups on request, and shared ones unless they are left out', async () => {
    const top = await newGroup();
    const below = await seed.group('below', 'private', [top]);
    const own = await seed.project(top, 'own', 'private');
    const inner = await seed.project(below, 'inner', 'private');
    const shared = await seed.project(await newGroup(), 'shared', 'private');
    await app.testDatabase.query('insert into project_group_links (project_id, group_id, level) values ($1, $2, 20)', [
      shared,
      top,
    ]);
    const ids = async (query: string) =>
      (await app.request(developer, 'GET', `/groups/${top}/projects?order_by=id&sort=asc&${query}`)).body.map(
        ({ id }: { id: number }) => id,
      );
    expect(await ids('')).toEqual([own, shared]);
    expect(await ids('include_subgroups=true')).toEqual([own, inner, shared]);
    expect(await ids('include_subgroups=true&with_shared=false')).toEqual([own, inner]);
    expect(await ids('with_shared=false&search=own')).toEqual([own]);
  });
});

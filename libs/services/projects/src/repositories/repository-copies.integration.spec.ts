import { RepositoryCopiesChangedEvent, RepositoryCopiesQuery } from '@hearth/projects-contracts';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the number of storages of a repository', () => {
  const app = ProjectsApp.inBlock();
  const ada = user(1, { username: 'ada' });
  const admin = user(2, { admin: true });
  let [group, inner, project, direct] = [0, 0, 0, 0];

  beforeAll(async () => {
    const seed = new Seed(app.testDatabase);
    await app.claim(ada);
    group = await seed.group('outer');
    await seed.namespaceMember(group, ada.userId, 50);
    inner = await seed.group('inner', 'private', [group]);
    project = await seed.project(inner, 'tool', 'private');
    direct = await seed.project(group, 'other', 'private');
  });

  const put = (parent: 'projects' | 'groups', id: number, copies: unknown, caller = admin) =>
    app.request(caller, 'PUT', `/${parent}/${id}`, { repository_copies: copies });
  const below = async (after = 0) =>
    (await app.calls.query(RepositoryCopiesQuery, { of: { namespaceId: group, after } })).repositories;
  const published = async () => {
    const rows = await app.testDatabase.query<{ data: object }>('select data from outbox where type = $1 order by id', [
      RepositoryCopiesChangedEvent.name,
    ]);
    return rows.map(({ data }) => data);
  };

  it.each(['projects', 'groups'] as const)('is set by admins only, for %s', async (parent) => {
    const id = parent === 'projects' ? project : group;
    expect((await put(parent, id, 2, ada)).status).toBe(403);
    for (const copies of [0, 10, 'x']) {
      const { status, body } = await put(parent, id, copies);
      expect([status, body.error]).toEqual([400, 'repository_copies is invalid']);
    }
    expect(await published()).toEqual([]);
  });

  it('is that of the project, or of the nearest group around', async () => {
    expect((await put('groups', group, 3)).body).toMatchObject({ repository_copies: 3 });
    await put('groups', inner, '2');
    expect(await below()).toEqual([
      { projectId: project, copies: 2 },
      { projectId: direct, copies: 3 },
    ]);
    await put('projects', project, 1);
    expect(await below(project - 1)).toContainEqual({ projectId: project, copies: 1 });
    await put('projects', project, null);
    expect(await app.calls.query(RepositoryCopiesQuery, { of: { projectId: project as never } })).toEqual({
      repositories: [{ projectId: project, copies: 2 }],
    });
    expect(await below(project)).toEqual([{ projectId: direct, copies: 3 }]);
  });

  it('is published when it changes, and for a new project below a group that has one', async () => {
    const before = (await published()).length;
    await put('groups', group, 4);
    const { body } = await app.request(ada, 'POST', '/projects', { name: 'fresh', namespace_id: group });
    await app.request(ada, 'POST', '/projects', { name: 'alone' });
    await app.request(admin, 'PUT', `/projects/${project}`, { repository_copies: '' });
    expect((await published()).slice(before)).toEqual([
      { projectId: null, namespaceId: group },
      { projectId: body.id, namespaceId: null },
      { projectId: project, namespaceId: null },
    ]);
  });

  it('is shown to admins', async () => {
    expect((await app.request(admin, 'GET', `/groups/${inner}`)).body).toMatchObject({ repository_copies: 2 });
    expect((await app.request(ada, 'GET', `/groups/${inner}`)).body).not.toHaveProperty('repository_copies');
    expect((await app.request(ada, 'GET', `/projects/${project}?statistics=true`)).body).toMatchObject({
      repository_copies: null,
    });
  });
});

import type { Principal, ProjectId } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('labels', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const reporter = user(2);
  const guest = user(3);
  let namespace: number;
  let seed: Seed;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
    seed = new Seed(app.testDatabase);
  });

  /** A private project with a reporter and a guest. */
  async function newProject(): Promise<ProjectId> {
    const project = await seed.project(namespace, `project-${++projects}`, 'private');
    await seed.projectMember(project, reporter.userId, 20);
    await seed.projectMember(project, guest.userId, 10);
    return project;
  }
  const path = (project: ProjectId, rest = '') => `/projects/${project}/labels${rest}`;
  const create = (caller: Principal | null, project: ProjectId, body: object) =>
    app.request(caller, 'POST', path(project), body);

  it('are listed by their names, those of the project alone', async () => {
    const project = await newProject();
    await create(owner, await newProject(), { name: 'elsewhere', color: '#fff' });
    for (const name of ['c', 'a', 'b']) await create(reporter, project, { name, color: '#ffaabb' });
    const { headers, body } = await app.exchange(guest, 'GET', path(project, '?page=1&per_page=2'));
    expect(headers['x-total']).toBe('3');
    expect(body.map(({ name }: { name: string }) => name)).toEqual(['a', 'b']);
  });

  it('are created with what is given, and answered whole', async () => {
    const project = await newProject();
    const given = { name: ' bug ', color: '#FFAABB', description: 'Wrong', priority: 0 };
    const { status, body } = await create(reporter, project, given);
    expect([status, body]).toEqual([
      201,
      {
        id: expect.any(Number),
        name: 'bug',
        color: '#FFAABB',
        description: 'Wrong',
        open_issues_count: 0,
        closed_issues_count: 0,
        open_merge_requests_count: 0,
        priority: 0,
        subscribed: false,
        is_project_label: true,
      },
    ]);
  });

  it.each([
    [{ color: '#fff' }, 400, { error: 'name is missing' }],
    [{ name: 'x' }, 400, { error: 'color is missing' }],
    [{ name: 'x', color: '#fff', priority: 'high' }, 400, { error: 'priority is invalid' }],
    [{ name: 'a,b', color: 'red' }, 400, { message: { title: ['is invalid'], color: ['must be a valid color code'] } }],
    [{ name: 'taken', color: '#fff' }, 409, { message: 'Label already exists' }],
  ])('are not created from %j', async (label, status, body) => {
    const project = await newProject();
    await create(owner, project, { name: 'taken', color: '#000' });
    expect(await create(owner, project, label)).toMatchObject({ status, body });
    expect((await app.request(owner, 'GET', path(project))).body).toHaveLength(1);
  });

  it('are changed and deleted by name, by id, and by name in the path', async () => {
    const project = await newProject();
    const { id } = (await create(owner, project, { name: 'first/label', color: '#000' })).body;
    const renamed = await app.request(owner, 'PUT', path(project), { name: 'first/label', new_name: 'second' });
    expect(renamed).toMatchObject({ status: 200, body: { id, name: 'second', color: '#000' } });
    const changed = await app.request(owner, 'PUT', path(project, `/${id}`), { color: '#fff', priority: 3 });
    expect(changed.body).toMatchObject({ name: 'second', color: '#fff', priority: 3 });
    const cleared = await app.request(owner, 'PUT', path(project, '/second'), { priority: null, description: 'text' });
    expect(cleared.body).toMatchObject({ priority: null, description: 'text' });
    expect((await app.request(guest, 'GET', path(project, '/second'))).body).toEqual(cleared.body);
    expect((await app.request(owner, 'DELETE', path(project, '?name=second'))).status).toBe(204);
    expect(await app.request(owner, 'DELETE', path(project, `/${id}`))).toMatchObject({
      status: 404,
      body: { message: '404 Label Not Found' },
    });
    const events = await app.testDatabase.query(
      `select data from outbox where type = 'projects.label-deleted' and key = $1`,
      [String(project)],
    );
    expect(events).toEqual([{ data: { projectId: project, namespaceId: null, labelId: id } }]);
  });

  it('refuse changes that are wrong, and change nothing', async () => {
    const project = await newProject();
    for (const name of ['one', 'two']) await create(owner, project, { name, color: '#000' });
    const put = (body: object) => app.request(owner, 'PUT', path(project), body);
    const nothing = 'new_name, color, description, priority are missing, at least one parameter must be provided';
    expect(await put({ name: 'one' })).toMatchObject({ status: 400, body: { error: nothing } });
    expect(await put({ name: 'none', color: '#fff' })).toMatchObject({ status: 404 });
    expect(await put({ name: 'one', new_name: 'two' })).toMatchObject({
      status: 400,
      body: { message: { title: ['has already been taken'] } },
    });
    expect(await put({ name: 'one', color: 'x' })).toMatchObject({ status: 400 });
    expect((await app.request(owner, 'GET', path(project, '/one'))).body).toMatchObject({ name: 'one', color: '#000' });
  });

  it('are subscribed to once, and left once', async () => {
    const project = await newProject();
    await create(owner, project, { name: 'one', color: '#000' });
    const post = (verb: string) => app.request(guest, 'POST', path(project, `/one/${verb}`));
    expect(await post('subscribe')).toMatchObject({ status: 201, body: { subscribed: true } });
    expect((await post('subscribe')).status).toBe(304);
    expect((await app.request(owner, 'GET', path(project, '/one'))).body.subscribed).toBe(false);
    expect(await post('unsubscribe')).toMatchObject({ status: 201, body: { subscribed: false } });
    expect((await post('unsubscribe')).status).toBe(304);
  });

  it.each<[string, Principal | null, number, number]>([
    ['anonymous', null, 401, 401],
    ['a user without membership', user(9), 404, 404],
    ['a guest', guest, 200, 403],
    ['a reporter', reporter, 200, 201],
    ['an admin', user(8, { admin: true }), 200, 201],
  ])('of a private project: %s', async (_, caller, reads, creates) => {
    const project = await newProject();
    expect((await app.request(caller, 'GET', path(project))).status).toBe(reads);
    expect((await create(caller, project, { name: 'x', color: '#fff' })).status).toBe(creates);
  });
});

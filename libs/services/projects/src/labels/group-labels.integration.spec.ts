import type { Principal, ProjectId } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('labels of groups', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const reporter = user(2);
  const guest = user(3);
  let seed: Seed;
  let group: number;
  let subgroup: number;
  let project: ProjectId;
  let names = 0;

  beforeAll(async () => {
    await app.claim(owner);
    seed = new Seed(app.testDatabase);
  });

  /** A private group with a subgroup, and a project in it. */
  beforeEach(async () => {
    group = await seed.group(`group-${++names}`);
    subgroup = await seed.group(`subgroup-${names}`, 'private', [group]);
    project = await seed.project(subgroup, `project-${names}`, 'private');
    for (const [member, level] of [[owner, 50] as const, [reporter, 20] as const, [guest, 10] as const])
      await seed.namespaceMember(group, member.userId, level);
  });

  const inGroup = (rest = '', id = group) => `/groups/${id}/labels${rest}`;
  const inProject = (rest = '') => `/projects/${project}/labels${rest}`;
  const create = (path: string, name: string, caller: Principal | null = reporter) =>
    app.request(caller, 'POST', path, { name, color: '#fff' });
  const namesOf = async (path: string): Promise<string[]> =>
    (await app.request(guest, 'GET', path)).body.map(({ name }: { name: string }) => name);

  it('are created, changed, subscribed to and deleted', async () => {
    const given = { name: ' bug ', color: '#FFAABB', description: 'Wrong' };
    const created = await app.request(reporter, 'POST', inGroup(), given);
    const { id } = created.body;
    const label = { ...given, id: expect.any(Number), name: 'bug', subscribed: false };
    expect([created.status, created.body]).toEqual([201, label]);
    const changed = await app.request(reporter, 'PUT', inGroup('/bug'), { new_name: 'defect', description: null });
    expect(changed).toMatchObject({ status: 200, body: { id, name: 'defect', description: null } });
    const again = await app.request(reporter, 'PUT', inGroup(), { name: 'defect', color: '#000' });
    expect(again.body).toMatchObject({ id, color: '#000' });
    expect((await app.request(guest, 'POST', inGroup(`/${id}/subscribe`))).body.subscribed).toBe(true);
    expect((await app.request(guest, 'POST', inGroup(`/${id}/subscribe`))).status).toBe(304);
    expect((await app.request(guest, 'POST', inGroup(`/${id}/unsubscribe`))).body.subscribed).toBe(false);
    expect((await app.request(reporter, 'DELETE', inGroup(`/${id}`))).status).toBe(204);
    expect(await app.request(guest, 'GET', inGroup(`/${id}`))).toMatchObject({
      status: 404,
      body: { message: '404 Label Not Found' },
    });
    const events = await app.testDatabase.query('select type, data from outbox where key = $1 order by id', [
      `namespace-${group}`,
    ]);
    const about = { projectId: null, namespaceId: group, labelId: id };
    expect(events).toEqual([
      { type: 'projects.label-updated', data: { ...about, name: 'defect' } },
      { type: 'projects.label-updated', data: { ...about, name: 'defect' } },
      { type: 'projects.label-deleted', data: about },
    ]);
  });

  it('are listed with those of ancestors, in subgroups and projects too', async () => {
    await create(inGroup(), 'above');
    await create(inGroup('', subgroup), 'between');
    await create(inProject(), 'own');
    expect(await namesOf(inGroup())).toEqual(['above']);
    expect(await namesOf(inGroup('', subgroup))).toEqual(['above', 'between']);
    expect(await namesOf(inGroup('?include_ancestor_groups=false', subgroup))).toEqual(['between']);
    expect(await namesOf(inProject())).toEqual(['above', 'between', 'own']);
    expect(await namesOf(inProject('?include_ancestor_groups=false'))).toEqual(['own']);
    expect(await namesOf(inProject('?search=BETW'))).toEqual(['between']);
    const { headers, body } = await app.exchange(guest, 'GET', inProject('?per_page=1&page=3'));
    expect([headers['x-total'], body[0].name, body[0].is_project_label]).toEqual(['3', 'own', true]);
    const read = await app.request(guest, 'GET', inProject('/above'));
    expect(read.body).toMatchObject({ name: 'above', is_project_label: false, priority: null });
  });

  it('are for the issues of the projects below, which count each for itself', async () => {
    const { id } = (await create(inGroup(), 'bug')).body;
    const other = await seed.project(group, `other-${names}`, 'private');
    for (const each of [project, project, other])
      await app.request(owner, 'POST', `/projects/${each}/issues`, { title: 'x', labels: 'bug' });
    expect((await app.request(guest, 'GET', inProject(`/${id}`))).body).toMatchObject({
      open_issues_count: 2,
      is_project_label: false,
    });
    expect(await namesOf(inProject())).toEqual(['bug']);
    const issues = await app.request(guest, 'GET', `/groups/${group}/issues?labels=bug&scope=all`);
    expect(issues.body).toHaveLength(3);
    await app.request(reporter, 'DELETE', inGroup('/bug'));
    expect((await app.request(guest, 'GET', `/projects/${project}/issues/1`)).body.labels).toEqual([]);
  });

  it('have names that are used once on the way from the project to its top-level group', async () => {
    await create(inGroup(), 'taken');
    const { id } = (await create(inProject(), 'own')).body;
    for (const path of [inGroup(), inGroup('', subgroup), inProject()])
      expect(await create(path, 'taken')).toMatchObject({ status: 409, body: { message: 'Label already exists' } });
    expect(await app.request(reporter, 'PUT', inProject('/own'), { new_name: 'taken' })).toMatchObject({
      status: 400,
      body: { message: { title: ['has already been taken'] } },
    });
    // The group does not know of the labels below it: the nearest one counts.
    const above = (await create(inGroup(), 'own')).body.id;
    await app.request(owner, 'POST', `/projects/${project}/issues`, { title: 'x', labels: 'own' });
    expect((await app.request(guest, 'GET', inProject('/own'))).body).toMatchObject({ id, open_issues_count: 1 });
    expect((await app.request(guest, 'GET', inProject(`/${above}`))).body).toMatchObject({ open_issues_count: 0 });
  });

  it('are neither changed nor deleted as labels of a project, but subscribed to', async () => {
    await create(inGroup(), 'above');
    const at = inProject('/above');
    expect((await app.request(owner, 'PUT', at, { color: '#000' })).status).toBe(404);
    expect((await app.request(owner, 'DELETE', at)).status).toBe(404);
    expect((await app.request(owner, 'PUT', inGroup('/above', subgroup), { color: '#000' })).status).toBe(404);
    expect((await app.request(guest, 'POST', `${at}/subscribe`)).body.subscribed).toBe(true);
    expect((await app.request(guest, 'GET', inGroup('/above'))).body.subscribed).toBe(true);
  });

  it.each([
    ['GET', '?with_counts=true', {}, 'with_counts is not supported'],
    ['GET', '?include_descendant_groups=true', {}, 'include_descendant_groups is not supported'],
    ['GET', '?only_group_labels=false', {}, 'only_group_labels is not supported'],
    ['POST', '', { name: 'x', color: '#fff', priority: 1 }, 'priority is not supported'],
    ['PUT', '/x', { color: '#000', priority: 1 }, 'priority is not supported'],
  ] as const)('refuse what they do not have: %s %s %j', async (method, rest, body, error) => {
    expect(await app.request(owner, method, inGroup(rest), body)).toMatchObject({ status: 400, body: { error } });
  });

  it('ignore flags that ask for what they do', async () => {
    const flags = '?with_counts=false&include_descendant_groups=false&only_group_labels=true';
    expect((await app.request(guest, 'GET', inGroup(flags))).status).toBe(200);
  });
});

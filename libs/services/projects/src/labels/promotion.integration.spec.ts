import type { Principal, ProjectId } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the promotion of a label', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const reporter = user(2);
  const outsider = user(3);
  let own: number;
  let seed: Seed;
  let group: number;
  let project: ProjectId;
  let other: ProjectId;
  let names = 0;

  beforeAll(async () => {
    own = await app.claim(owner);
    seed = new Seed(app.testDatabase);
  });

  /** A private group with two projects; the reporter of the first is no member of the group. */
  beforeEach(async () => {
    group = await seed.group(`group-${++names}`);
    await seed.namespaceMember(group, owner.userId, 50);
    project = await seed.project(group, `project-${names}`, 'private');
    other = await seed.project(group, `other-${names}`, 'private');
    await seed.projectMember(project, reporter.userId, 20);
  });

  const inProject = (rest = '', id = project) => `/projects/${id}/labels${rest}`;
  const create = async (path: string, fields: object = {}): Promise<number> =>
    (await app.request(owner, 'POST', path, { name: 'bug', color: '#fff', ...fields })).body.id;
  const promote = (reference: string | number, caller: Principal | null = owner, id = project) =>
    app.request(caller, 'PUT', inProject(`/${reference}/promote`, id));
  const issue = async (id: ProjectId) => {
    const { body } = await app.request(owner, 'POST', `/projects/${id}/issues`, { title: 'x', labels: 'bug' });
    return `/projects/${id}/issues/${body.iid}`;
  };
  const get = async (path: string) => (await app.request(owner, 'GET', path)).body;
  const events = () =>
    app.testDatabase.query(`select data from outbox where type = 'projects.label-deleted' and key = $1 order by id`, [
      `namespace-${group}`,
    ]);

  it('makes it a label of the group, with its id, issues and subscribers', async () => {
    const id = await create(inProject(), { description: 'Wrong', priority: 1 });
    const labelled = await issue(project);
    await app.request(owner, 'POST', inProject('/bug/subscribe'));
    const label = { id, name: 'bug', color: '#fff', description: 'Wrong', subscribed: true };
    expect(await promote('bug')).toMatchObject({ status: 200, body: label });
    expect(await get(`/groups/${group}/labels`)).toEqual([label]);
    expect((await get(labelled)).labels).toEqual(['bug']);
    expect(await get(inProject('/bug'))).toMatchObject({
      is_project_label: false,
      priority: null,
      open_issues_count: 1,
    });
    expect(await events()).toEqual([]);
    expect((await promote('bug')).status).toBe(404);
  });

  it('merges the labels of that name in other projects of the group into it, and publishes that', async () => {
    const id = await create(inProject());
    const merged = await create(inProject('', other), { color: '#000' });
    const outside = await seed.project(await seed.group(`outside-${names}`), `outside-${names}`, 'private');
    await seed.projectMember(outside, owner.userId, 50);
    const kept = await create(inProject('', outside));
    const labelled = await issue(other);
    await app.request(owner, 'POST', inProject('/bug/subscribe', other));
    expect(await promote(id)).toMatchObject({ status: 200, body: { id, color: '#fff', subscribed: true } });
    expect(await get(inProject('', other))).toMatchObject([{ id, is_project_label: false, open_issues_count: 1 }]);
    expect((await get(labelled)).labels).toEqual(['bug']);
    expect(await get(`${labelled}/resource_label_events`)).toMatchObject([{ action: 'add', label: { id } }]);
    expect(await get(inProject('', outside))).toMatchObject([{ id: kept, is_project_label: true }]);
    const mergedInto = { id, name: 'bug' };
    expect(await events()).toEqual([{ data: { projectId: null, namespaceId: group, labelId: merged, mergedInto } }]);
  });

  it('merges it into the label of its name that the group has', async () => {
    const merged = await create(inProject());
    const labelled = await issue(project);
    const id = await create(`/groups/${group}/labels`, { color: '#123456' });
    expect(await promote(merged)).toMatchObject({ status: 200, body: { id, color: '#123456' } });
    expect((await get(labelled)).labels).toEqual(['bug']);
    expect(await get(inProject())).toMatchObject([{ id, open_issues_count: 1 }]);
    expect(await events()).toMatchObject([{ data: { labelId: merged, mergedInto: { id } } }]);
  });

  it('is refused without the labels of the group, for missing labels, and in projects of users', async () => {
    await create(inProject());
    expect((await promote('bug', reporter)).status).toBe(403);
    expect((await promote('bug', outsider)).status).toBe(404);
    expect(await promote('missing')).toMatchObject({ status: 404, body: { message: '404 Label Not Found' } });
    expect((await get(inProject('/bug'))).is_project_label).toBe(true);
    const ofUser = await seed.project(own, `own-${names}`, 'private');
    await create(inProject('', ofUser));
    expect(await promote('bug', owner, ofUser)).toMatchObject({
      status: 400,
      body: { message: 'Failed to promote project label to group label' },
    });
  });
});

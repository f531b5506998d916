import type { Principal, ProjectId } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the promotion of a milestone', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const developer = user(2);
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

  /** A private group with two projects; the developer of the first is no member of the group. */
  beforeEach(async () => {
    group = await seed.group(`group-${++names}`);
    await seed.namespaceMember(group, owner.userId, 50);
    project = await seed.project(group, `project-${names}`, 'private');
    other = await seed.project(group, `other-${names}`, 'private');
    await seed.projectMember(project, developer.userId, 30);
  });

  const create = async (at: string, title = 'v1'): Promise<number> =>
    (await app.request(owner, 'POST', `${at}/milestones`, { title, due_date: '2026-02-01' })).body.id;
  const promote = (id: number, caller: Principal = owner, of = project) =>
    app.request(caller, 'POST', `/projects/${of}/milestones/${id}/promote`);
  const issue = async (of: ProjectId, milestone_id: number) => {
    const { body } = await app.request(owner, 'POST', `/projects/${of}/issues`, { title: 'x', milestone_id });
    return `/projects/${of}/issues/${body.iid}`;
  };
  const get = async (path: string) => (await app.request(owner, 'GET', path)).body;

  it('makes it a milestone of the group, with its id and issues', async () => {
    await create(`/groups/${group}`, 'v0');
    const id = await create(`/projects/${project}`);
    const planned = await issue(project, id);
    const promoted = { id, iid: 2, group_id: group, title: 'v1', state: 'active', due_date: '2026-02-01' };
    expect(await promote(id)).toMatchObject({ status: 200, body: promoted });
    expect(await get(`/groups/${group}/milestones?title=v1`)).toMatchObject([promoted]);
    expect(await get(`/projects/${project}/milestones`)).toEqual([]);
    expect((await get(planned)).milestone).toMatchObject(promoted);
    expect((await promote(id)).status).toBe(404);
  });

  it('merges milestones of its title in other projects of the group into it, and publishes that', async () => {
    const id = await create(`/projects/${project}`);
    const merged = await create(`/projects/${other}`);
    const planned = await issue(other, merged);
    expect((await promote(id)).status).toBe(200);
    expect((await get(planned)).milestone).toMatchObject({ id, group_id: group });
    expect(await get(`${planned}/resource_milestone_events`)).toMatchObject([{ action: 'add', milestone: { id } }]);
    expect(await get(`/projects/${other}/milestones`)).toEqual([]);
    const mergedInto = { id, title: 'v1', state: 'active', startDate: null, dueDate: '2026-02-01' };
    const text = `select data from outbox where type = 'projects.milestone-deleted' and key = $1`;
    expect(await app.testDatabase.query(text, [`namespace-${group}`])).toEqual([
      { data: { projectId: null, namespaceId: group, milestoneId: merged, mergedInto } },
    ]);
  });

  it('is refused without the milestones of the group, for missing ones, and in projects of users', async () => {
    const id = await create(`/projects/${project}`);
    expect((await promote(id, developer)).status).toBe(403);
    expect((await promote(id, outsider)).status).toBe(404);
    expect(await promote(id, owner, other)).toMatchObject({
      status: 404,
      body: { message: '404 Milestone Not Found' },
    });
    const ofUser = await seed.project(own, `own-${names}`, 'private');
    expect((await promote(await create(`/projects/${ofUser}`), owner, ofUser)).status).toBe(403);
  });

  it('is refused where the group has a milestone of its title', async () => {
    const id = await create(`/projects/${project}`);
    await app.testDatabase.query(`insert into milestones (namespace_id, iid, title) values ($1, 1, 'v1')`, [group]);
    expect(await promote(id)).toMatchObject({
      status: 400,
      body: { message: 'Title already being used for another group or project milestone.' },
    });
    expect(await get(`/projects/${project}/milestones`)).toMatchObject([{ id }]);
  });
});

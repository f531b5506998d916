import type { Principal, ProjectId } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('issues', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const reporter = user(2);
  const guest = user(3);
  const visitor = user(4);
  let namespace: number;
  let seed: Seed;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
    for (const person of [reporter, guest, visitor]) await app.claim(person);
    seed = new Seed(app.testDatabase);
  });

  /** A private project with a reporter and a guest. */
  async function newProject(): Promise<ProjectId> {
    const project = await seed.project(namespace, `project-${++projects}`, 'private');
    await seed.projectMember(project, reporter.userId, 20);
    await seed.projectMember(project, guest.userId, 10);
    return project;
  }
  const path = (project: ProjectId, rest: string | number = '') => `/projects/${project}/issues${rest && `/${rest}`}`;
  const create = (caller: Principal, project: ProjectId, body: object) =>
    app.request(caller, 'POST', path(project), body);
  const put = (caller: Principal, project: ProjectId, iid: number, body: object) =>
    app.request(caller, 'PUT', path(project, iid), body);

  it('are listed by every filter', async () => {
    const project = await newProject();
    const milestone = (await app.request(owner, 'POST', `/projects/${project}/milestones`, { title: 'v1' })).body;
    await create(owner, project, { title: 'alpha', labels: 'x,y', milestone_id: milestone.id });
    await create(reporter, project, {
      title: 'beta',
      description: 'with gamma',
      labels: 'x',
      assignee_id: guest.userId,
    });
    await put(owner, project, 1, { state_event: 'close' });
    const iids = async (query: string, caller = owner) =>
      (await app.request(caller, 'GET', `${path(project)}?${query}`)).body.map(({ iid }: { iid: number }) => iid);
    expect(await iids('')).toEqual([2, 1]);
    expect(await iids('sort=asc')).toEqual([1, 2]);
    expect(await iids('order_by=updated_at')).toEqual([1, 2]);
    expect(await iids('state=opened')).toEqual([2]);
    expect(await iids('labels=x,y')).toEqual([1]);
    expect(await iids('labels=x')).toEqual([2, 1]);
    expect(await iids('labels=No%20Label')).toEqual([]);
    expect(await iids('milestone=v1')).toEqual([1]);
    expect(await iids('milestone=No%20Milestone')).toEqual([2]);
    expect(await iids(`author_id=${reporter.userId}`)).toEqual([2]);
    expect(await iids(`assignee_id=${guest.userId}`)).toEqual([2]);
    expect(await iids('scope=assigned-to-me', guest)).toEqual([2]);
    expect(await iids('scope=created_by_me', reporter)).toEqual([2]);
    expect(await iids('iids[]=1&iids[]=7')).toEqual([1]);
    expect(await iids('search=gamma')).toEqual([2]);
    expect(await iids('created_after=2100-01-01')).toEqual([]);
    expect(await iids('per_page=1&page=2')).toEqual([1]);
    const everywhere = await app.request(reporter, 'GET', '/issues?scope=all&author_username=user-2&search=gamma');
    expect(everywhere.body.map(({ iid }: { iid: number }) => iid)).toEqual([2]);
    const bad = await app.request(owner, 'GET', `${path(project)}?state=open`);
    expect(bad).toMatchObject({ status: 400, body: { error: 'state does not have a valid value' } });
    const planned = await app.request(owner, 'GET', `/projects/${project}/milestones/${milestone.id}/issues`);
    expect(planned.body.map(({ iid }: { iid: number }) => iid)).toEqual([1]);
    const labels = (await app.request(owner, 'GET', `/projects/${project}/labels`)).body;
    expect(labels).toMatchObject([
      { name: 'x', open_issues_count: 1, closed_issues_count: 1 },
      { name: 'y', open_issues_count: 0, closed_issues_count: 1 },
    ]);
  });

  it('are listed by the filters of later releases', async () => {
    const project = await newProject();
    const milestone = (await app.request(owner, 'POST', `/projects/${project}/milestones`, { title: 'v1' })).body;
    await create(owner, project, { title: 'one', description: 'text', labels: 'x,y', milestone_id: milestone.id });
    await create(reporter, project, { title: 'two', confidential: true, assignee_ids: [guest.userId, owner.userId] });
    await app.request(guest, 'POST', `${path(project, 1)}/award_emoji`, { name: 'tada' });
    const iids = async (query: string, caller = owner) =>
      (await app.request(caller, 'GET', `${path(project)}?${query}`)).body.map(({ iid }: { iid: number }) => iid);
    const cases: [string, number[]][] = [
      ['labels=Any', [1]],
      ['labels=None', [2]],
      ['author_username=USER-2', [2]],
      ['author_username=nobody', []],
      ['assignee_username=user-3', [2]],
      ['assignee_username[]=user-3&assignee_username[]=user-1', [2]],
      ['assignee_username[]=user-3&assignee_username[]=user-2', []],
      ['assignee_id=None', [1]],
      ['assignee_id=Any', [2]],
      ['confidential=true', [2]],
      ['confidential=false', [1]],
      ['issue_type=issue', [2, 1]],
      ['issue_type=incident', []],
      ['search=one', [1]],
      ['search=one&per_page=1', [1]],
      ['search=text&in=title', []],
      ['search=text&in=description', [1]],
      ['search=text&in=title,description', [1]],
      ['not[labels]=x', [2]],
      ['not[milestone]=v1', [2]],
      [`not[author_id]=${owner.userId}`, [2]],
      ['not[author_username]=user-2', [1]],
      ['not[author_username]=nobody', [2, 1]],
      [`not[assignee_id]=${guest.userId}`, [1]],
      ['not[assignee_username]=user-1', [1]],
      ['not[iids]=2', [1]],
      ['not[labels]=y&not[iids]=2', []],
    ];
    for (const [query, expected] of cases) expect([query, await iids(query)]).toEqual([query, expected]);
    expect(await iids('not[my_reaction_emoji]=tada', guest)).toEqual([2]);
    for (const query of [
      'not[weight]=1',
      'weight=1',
      'issue_type=epic',
      'confidential=maybe',
      'assignee_id=some',
      'due_date=soon',
      'in=body',
    ])
      expect((await app.request(owner, 'GET', `${path(project)}?${query}`)).status).toBe(400);
  });

  it('are listed by the days on which they are due', async () => {
    const project = await newProject();
    const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    await create(owner, project, { title: 'never' });
    for (const days of [0, 100, -1, 1]) await create(owner, project, { title: 'due', due_date: dayIn(days) });
    const iids = async (query: string) =>
      (await app.request(owner, 'GET', `${path(project)}?${query}`)).body.map(({ iid }: { iid: number }) => iid);
    // Whether yesterday and tomorrow are in the present week and month depends on the day.
    const certain = '&not[iids][]=4&not[iids][]=5';
    const cases: [string, number[]][] = [
      ['0', [1]],
      ['any', [5, 4, 3, 2]],
      ['today', [2]],
      ['tomorrow', [5]],
      ['overdue', [4]],
      [`week${certain}`, [2]],
      [`month${certain}`, [2]],
      ['next_month_and_previous_two_weeks', [5, 4, 2]],
    ];
    for (const [due, expected] of cases) expect([due, await iids(`due_date=${due}`)]).toEqual([due, expected]);
  });

  it('are listed with the details of their labels, where these are asked for', async () => {
    const project = await newProject();
    const label = { name: 'bug', color: '#ff0000', description: 'Wrong' };
    const { id } = (await app.request(owner, 'POST', `/projects/${project}/labels`, label)).body;
    await create(owner, project, { title: 'one', labels: 'bug' });
    await create(owner, project, { title: 'two' });
    const labels = async (query: string) =>
      (await app.request(owner, 'GET', `${path(project)}?${query}`)).body.map(
        (issue: { labels: unknown }) => issue.labels,
      );
    expect(await labels('with_labels_details=true')).toEqual([[], [{ id, ...label }]]);
    expect(await labels('with_labels_details=false')).toEqual([[], ['bug']]);
  });

  it('are ordered by every property, those without it last', async () => {
    const group = await seed.group(`ordered-${++projects}`, 'private');
    await seed.namespaceMember(group, owner.userId, 50);
    const project = await seed.project(group, 'ordered', 'private');
    await seed.projectMember(project, guest.userId, 10);
    const at = `/projects/${project}`;
    const milestone = async (title: string, due: string) =>
      (await app.request(owner, 'POST', `${at}/milestones`, { title, due_date: due })).body.id;
    const [late, soon] = [await milestone('late', '2030-02-01'), await milestone('soon', '2030-01-01')];
    for (const [name, priority] of [
      ['low', 9],
      ['high', 1],
    ])
      await app.request(owner, 'POST', `${at}/labels`, { name, color: '#fff', priority });
    const first = await create(owner, project, {
      title: 'b',
      labels: 'low',
      milestone_id: late,
      due_date: '2030-03-02',
    });
    await create(owner, project, { title: 'C', labels: 'low,high', milestone_id: soon });
    await create(owner, project, { title: 'a', milestone_id: late, due_date: '2030-03-01' });
    await create(owner, project, { title: 'd', labels: 'high', milestone_id: late });
    await create(owner, project, { title: 'e' });
    await app.request(guest, 'POST', `${path(project, 3)}/award_emoji`, { name: 'thumbsup' });
    const lists = [
      path(project),
      `/groups/${group}/issues`,
      `/issues?scope=all&created_after=${first.body.created_at}`,
    ];
    const iids = async (query: string) =>
      (await app.request(owner, 'GET', query)).body.map(({ iid }: { iid: number }) => iid);
    const paged = async (list: string, order: string) => {
      const query = `${list}${list.includes('?') ? '&' : '?'}order_by=${order}`;
      const pages = await Promise.all([1, 2, 3].map((page) => iids(`${query}&per_page=2&page=${page}`)));
      expect(await iids(query)).toEqual(pages.flat());
      return pages.flat();
    };
    const cases: [string, number[], number[]][] = [
      ['title', [3, 1, 2, 4, 5], [5, 4, 2, 1, 3]],
      ['due_date', [3, 1, 2, 4, 5], [1, 3, 5, 4, 2]],
      ['milestone_due', [2, 1, 3, 4, 5], [4, 3, 1, 2, 5]],
      ['label_priority', [2, 4, 1, 3, 5], [1, 4, 2, 5, 3]],
      ['priority', [2, 4, 1, 3, 5], [1, 4, 3, 2, 5]],
      ['popularity', [1, 2, 4, 5, 3], [3, 5, 4, 2, 1]],
    ];
    for (const [order, up, down] of cases)
      for (const list of lists)
        expect([order, list, await paged(list, `${order}&sort=asc`), await paged(list, `${order}&sort=desc`)]).toEqual([
          order,
          list,
          up,
          down,
        ]);
    for (const order of ['weight', 'relative_position'])
      expect(await app.request(owner, 'GET', `${path(project)}?order_by=${order}`)).toMatchObject({
        status: 400,
        body: { error: 'order_by does not have a valid value' },
      });
  });

  it('are counted by state, as the caller may read them', async () => {
    const group = await seed.group(`counted-${++projects}`, 'private');
    await seed.namespaceMember(group, reporter.userId, 20);
    const inside = await seed.project(group, 'counted', 'private');
    await seed.projectMember(inside, guest.userId, 10);
    await create(reporter, inside, { title: 'one', labels: 'x' });
    await create(reporter, inside, { title: 'two', confidential: true });
    await create(guest, inside, { title: 'three' });
    await put(reporter, inside, 1, { state_event: 'close' });
    const counts = async (caller: Principal, url: string) =>
      (await app.request(caller, 'GET', url)).body.statistics?.counts;
    const ofProject = `/projects/${inside}/issues_statistics`;
    expect(await counts(reporter, ofProject)).toEqual({ all: 3, closed: 1, opened: 2 });
    expect(await counts(guest, ofProject)).toEqual({ all: 2, closed: 1, opened: 1 });
    expect(await counts(reporter, `${ofProject}?labels=x`)).toEqual({ all: 1, closed: 1, opened: 0 });
    expect(await counts(reporter, `${ofProject}?author_username=user-3`)).toEqual({ all: 1, closed: 0, opened: 1 });
    expect(await counts(reporter, `/groups/${group}/issues_statistics`)).toEqual({ all: 3, closed: 1, opened: 2 });
    expect(await counts(guest, '/issues_statistics?search=three')).toEqual({ all: 1, closed: 0, opened: 1 });
    expect(await counts(visitor, '/issues_statistics?scope=all&search=three')).toEqual({
      all: 0,
      closed: 0,
      opened: 0,
    });
    expect((await app.request(visitor, 'GET', ofProject)).status).toBe(404);
    expect((await app.request(reporter, 'GET', `${ofProject}?health_status=on_track`)).status).toBe(400);
  });

  it('of all projects and of groups follow visibility and feature', async () => {
    const group = await seed.group(`issues-${++projects}`, 'private');
    await seed.namespaceMember(group, reporter.userId, 10);
    const inside = await seed.project(group, 'inside', 'private');
    await create(reporter, inside, { title: 'mine' });
    const titles = async (caller: Principal, url: string) =>
      (await app.request(caller, 'GET', url)).body.map?.(({ title }: { title: string }) => title);
    expect(await titles(reporter, `/groups/${group}/issues`)).toEqual(['mine']);
    expect((await app.request(visitor, 'GET', `/groups/${group}/issues`)).status).toBe(404);
    expect(await titles(reporter, '/issues?search=mine')).toEqual(['mine']);
    expect(await titles(visitor, '/issues?scope=all&search=mine')).toEqual([]);
    await app.testDatabase.query(`update projects set issues_access_level = 'disabled' where id = $1`, [inside]);
    expect(await titles(reporter, `/groups/${group}/issues`)).toEqual([]);
    expect((await app.request(reporter, 'GET', path(inside))).status).toBe(403);
  });
});

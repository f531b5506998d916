import type { Principal, ProjectId, Visibility } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('links of issues', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const reporter = user(2);
  const guest = user(3);
  let namespace: number;
  let seed: Seed;
  let projects = 0;

  beforeAll(async () => {
    namespace = await app.claim(owner);
    for (const person of [reporter, guest]) await app.claim(person);
    seed = new Seed(app.testDatabase);
  });

  /** A project with a reporter, a guest and issues. */
  async function projectWith(titles: readonly string[], visibility: Visibility = 'private'): Promise<ProjectId> {
    const project = await seed.project(namespace, `project-${++projects}`, visibility);
    await seed.projectMember(project, reporter.userId, 20);
    await seed.projectMember(project, guest.userId, 10);
    for (const title of titles) await app.request(owner, 'POST', `/projects/${project}/issues`, { title });
    return project;
  }
  const links = (project: ProjectId, iid: number, rest = '') => `/projects/${project}/issues/${iid}/links${rest}`;
  const link = (caller: Principal, project: ProjectId, target: object, iid = 1) =>
    app.request(caller, 'POST', links(project, iid), target);
  const to = (project: ProjectId, iid: number) => ({ target_project_id: project, target_issue_iid: iid });
  async function notes(project: ProjectId): Promise<string[]> {
    const rows = await app.testDatabase.query<{ body: string }>(
      'select body from notes where project_id = $1 and system order by id',
      [project],
    );
    return rows.map(({ body }) => body);
  }

  it('are made, listed from both ends and removed by reporters', async () => {
    const project = await projectWith(['one', 'two']);
    const made = await link(reporter, project, {
      ...{ target_project_id: null, target_issue_iid: 2, link_type: 'relates_to' },
    });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ source_issue: { iid: 1 }, target_issue: { iid: 2 }, link_type: 'relates_to' });
    const { id } = made.body;
    for (const [iid, other] of [
      [1, 'two'],
      [2, 'one'],
    ] as const) {
      const { body } = await app.request(guest, 'GET', links(project, iid));
      expect(body).toMatchObject([{ title: other, issue_link_id: id, link_type: 'relates_to' }]);
      expect((await app.request(guest, 'GET', links(project, iid, `/${id}`))).body).toEqual(made.body);
    }
    expect(await notes(project)).toEqual(['marked this issue as related to #2', 'marked this issue as related to #1']);
    expect(await link(reporter, project, to(project, 1), 2)).toMatchObject({
      status: 409,
      body: { message: 'Issue(s) already assigned' },
    });
    expect((await app.request(guest, 'DELETE', links(project, 1, `/${id}`))).status).toBe(403);
    const since = { 'if-unmodified-since': 'Mon, 01 Jan 2018 00:00:00 GMT' };
    expect((await app.request(reporter, 'DELETE', links(project, 1, `/${id}`), undefined, since)).status).toBe(412);
    const removed = await app.request(reporter, 'DELETE', links(project, 2, `/${id}`));
    expect(removed).toMatchObject({ status: 200, body: { id, source_issue: { iid: 1 } } });
    expect((await app.request(reporter, 'GET', links(project, 1))).body).toEqual([]);
    expect((await app.request(reporter, 'DELETE', links(project, 1, `/${id}`))).status).toBe(404);
    expect((await notes(project)).slice(2)).toEqual(['removed the relation with #1', 'removed the relation with #2']);
  });

  it('are refused where an issue is unknown, hidden, itself or the type is another', async () => {
    const project = await projectWith(['one', 'two']);
    const other = await seed.project(namespace, `project-${++projects}`, 'private');
    await app.request(owner, 'POST', `/projects/${other}/issues`, { title: 'hidden' });
    const notFound = { message: 'No matching issue found. Make sure that you are adding a valid issue URL.' };
    const cases: [object, number, object, Principal?][] = [
      [to(project, 9), 404, notFound],
      [to(other, 1), 404, { message: '404 Project Not Found' }],
      [to(project, 1), 422, { message: '#1 cannot be related to itself' }],
      [{ ...to(project, 2), link_type: 'blocks' }, 400, { error: 'link_type is not supported' }],
      [{ target_project_id: project }, 400, { error: 'target_issue_iid is missing' }],
      [{ target_issue_iid: 2 }, 400, { error: 'target_project_id is missing' }],
      [to(project, 2), 403, { message: '403 Forbidden' }, guest],
    ];
    for (const [target, status, body, caller = reporter] of cases)
      expect(await link(caller, project, target)).toMatchObject({ status, body });
    expect((await link(reporter, project, to(project, 2), 9)).status).toBe(404);
    await seed.projectMember(other, reporter.userId, 10);
    expect(await link(reporter, project, to(other, 1))).toMatchObject({ status: 404, body: notFound });
    expect(await notes(project)).toEqual([]);
  });

  it('hide issues that the caller may not read, and notes never name them', async () => {
    const project = await projectWith(['open'], 'public');
    const secret = await projectWith(['secret']);
    const { id } = (await link(reporter, project, to(secret, 1))).body;
    const stranger = user(4);
    expect((await app.request(guest, 'GET', links(project, 1))).body).toMatchObject([{ title: 'secret' }]);
    expect((await app.request(stranger, 'GET', links(project, 1))).body).toEqual([]);
    expect((await app.request(stranger, 'GET', links(project, 1, `/${id}`))).status).toBe(404);
    expect(await notes(project)).toEqual([]);
    const name = `user-1/project-${projects - 1}#1`;
    expect(await notes(secret)).toEqual([`marked this issue as related to ${name}`]);
  });

  it('of one issue are limited', async () => {
    const project = await projectWith(['one', 'two']);
    await app.testDatabase.query(
      `insert into issues (project_id, iid, author_id, title) select $1, n, 1, 'more' from generate_series(3, 102) n`,
      [project],
    );
    await app.testDatabase.query(
      `insert into issue_links (source_id, target_id) select one.id, other.id from issues one
       join issues other on other.project_id = one.project_id and other.iid > 2 where one.project_id = $1 and one.iid = 1`,
      [project],
    );
    expect(await link(reporter, project, to(project, 2))).toMatchObject({
      status: 422,
      body: { message: 'An issue can have at most 100 links' },
    });
    expect((await app.request(reporter, 'GET', links(project, 1))).body).toHaveLength(100);
  });
});

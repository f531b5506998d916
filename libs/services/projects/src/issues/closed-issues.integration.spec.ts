import { AccessLevel, type Principal, type ProjectId, type UserId } from '@hearth/contract-kit';
import { FakeMergeRequests } from '../testing/fake-merge-requests.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the issues that a merge request closes', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1);
  const [reporter, guest, author, stranger] = [user(2), user(3), user(4), user(5)];
  let [project, other, hidden]: ProjectId[] = [];

  const asked = async (caller: Principal | null, rest = '1/closes_issues') => {
    const { status, body } = await app.request(caller, 'GET', `/projects/${project}/merge_requests/${rest}`);
    const issues = Array.isArray(body) ? (body as { project_id: number; iid: number }[]) : [];
    return { status, issues: issues.map((issue) => [issue.project_id, issue.iid]) };
  };
  const mergeRequestCloses = (...closing: (readonly [path: string | null, iid: number])[]) =>
    app.get(FakeMergeRequests).all.set(`${project}!1`, {
      closing: closing.map(([path, iid]) => ({ path, iid })),
      ...{ authorId: author.userId as UserId, assigneeId: null },
    });

  beforeAll(async () => {
    const namespace = await app.claim(owner);
    const seed = new Seed(app.testDatabase);
    [project, other] = [
      await seed.project(namespace, 'one', 'private'),
      await seed.project(namespace, 'two', 'private'),
    ];
    hidden = await seed.project(await app.claim(stranger), 'hidden', 'private');
    await app.testDatabase.query(`update projects set default_branch = 'master' where id = $1`, [project]);
    for (const [member, level] of [
      [reporter, AccessLevel.reporter],
      [guest, AccessLevel.guest],
      [author, AccessLevel.guest],
    ] as const)
      await seed.projectMember(project!, member.userId, level);
    for (const [caller, of, count] of [
      [owner, project, 3],
      [owner, other, 1],
      [stranger, hidden, 1],
    ] as const)
      for (let n = 0; n < count; n++)
        await app.request(caller, 'POST', `/projects/${of}/issues`, { title: 'one', confidential: n === 1 });
  });

  it('are those that it names, as far as the caller reads them', async () => {
    const others = [`${owner.username}/two`, `${stranger.username}/hidden`].map((path) => [path, 1] as const);
    mergeRequestCloses([null, 1], [null, 2], [null, 3], [null, 99], ...others);
    expect(await asked(owner)).toEqual({ status: 200, issues: expect.arrayContaining([[other, 1]]) as unknown });
    expect((await asked(owner)).issues).toHaveLength(4);
    expect((await asked(reporter)).issues.sort()).toEqual([1, 2, 3].map((iid) => [project, iid]));
    expect((await asked(author)).issues.sort()).toEqual([1, 3].map((iid) => [project, iid]));
    const page = await app.request(owner, 'GET', `/projects/${project}/merge_requests/1/closes_issues?per_page=1`);
    expect([page.body.length, page.headers['x-total']]).toEqual([1, '4']);
    const { defaultBranch, baseUrl } = app.get(FakeMergeRequests).asked.at(-1)!;
    expect([defaultBranch, baseUrl]).toEqual(['master', app.url]);
  });

  it('are none of the project that this was forked from', async () => {
    mergeRequestCloses([null, 1], [`${owner.username}/two`, 1]);
    const fork = (source: ProjectId | null) =>
      app.testDatabase.query('update projects set forked_from_id = $1 where id = $2', [source, project]);
    await fork(other!);
    expect((await asked(owner)).issues).toEqual([[project, 1]]);
    await fork(null);
  });

  it('are told to who may read the merge request', async () => {
    mergeRequestCloses([null, 1]);
    const statuses = await Promise.all([null, stranger, guest].map(async (caller) => (await asked(caller)).status));
    expect(statuses).toEqual([401, 404, 403]);
    expect((await asked(owner, '2/closes_issues')).status).toBe(404);
    expect((await asked(owner, 'x/closes_issues')).status).toBe(400);
  });
});

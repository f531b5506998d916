import { PageBrowser } from '@hearth/testing';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { CountTodosQuery } from '@hearth/projects-contracts';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the pages of what the caller has to do', () => {
  const app = ProjectsApp.inBlock();
  const browser = new PageBrowser(app);
  const [owner, member, other] = [user(1), user(2), user(3)];
  let project: ProjectId;

  beforeAll(async () => {
    const home = await app.claim(owner);
    for (const person of [member, other]) await app.claim(person);
    const seed = new Seed(app.testDatabase);
    project = await seed.project(home, 'app', 'private');
    await seed.projectMember(project, member.userId, 30);
    const open = (given: object) => app.request(owner, 'POST', `/projects/${project}/issues`, given);
    await open({ title: 'Fix <b>it</b>', assignee_ids: [member.userId], labels: 'hot' });
    await open({ title: 'Mine alone' });
    await app.request(member, 'POST', `/projects/${project}/issues`, { title: 'Opened' });
    for (const iid of [1, 2]) await app.request(member, 'POST', `/projects/${project}/issues/${iid}/todo`);
  });

  const count = async ({ userId: id }: Principal, most = 100) =>
    (await app.calls.query(CountTodosQuery, { user: { id, admin: false, external: false }, most })).count;

  it('list to-do items, and mark one or all as done', async () => {
    const pending = await count(member);
    expect(pending).toBeGreaterThanOrEqual(2);
    expect(await count(member, 1)).toBe(1);
    const { status, text } = await browser.visit(member, '/dashboard/todos');
    expect(status).toBe(200);
    expect(text).toContain('href="/user-1/app/-/issues/1"><strong>Fix &lt;b&gt;it&lt;/b&gt;</strong>');
    const [, done] = /action="(\/dashboard\/todos\/\d+\/done)"/.exec(text)!;
    expect((await browser.send(other, '/dashboard/todos', done!)).status).toBe(404);
    expect((await browser.post(member, done!, {})).status).toBe(403);
    const sent = await browser.send(member, '/dashboard/todos', done!);
    expect([sent.status, sent.location]).toEqual([303, '/dashboard/todos?done=one']);
    expect(await count(member)).toBe(pending - 1);
    expect((await browser.visit(member, '/dashboard/todos?state=done')).text.match(/<li><div>/g)).toHaveLength(1);
    await browser.send(member, '/dashboard/todos', '/dashboard/todos/done');
    expect(await count(member)).toBe(0);
    expect((await browser.visit(member, '/dashboard/todos')).text).toContain('Nothing to do.');
  });

  it('list the issues that are assigned to the caller or opened by them', async () => {
    const titles = async (who: Principal, query: string) => {
      const { text } = await browser.visit(who, `/dashboard/issues?${query}`);
      return [...text.matchAll(/<strong>([^<]+)<\/strong><\/a>/g)].map(([, title]) => title);
    };
    expect(await titles(member, '')).toEqual(['Fix &lt;b&gt;it&lt;/b&gt;']);
    expect(await titles(member, 'scope=created')).toEqual(['Opened']);
    expect(await titles(member, 'scope=all&search=alone')).toEqual(['Mine alone']);
    expect(await titles(member, 'state=closed')).toEqual([]);
    expect(await titles(other, 'scope=all')).toEqual([]);
    const { text } = await browser.visit(member, '/dashboard/issues');
    expect(text).toMatch(
      /user-1\/app#1[^]*href="\/user-1\/app\/-\/issues\?label=hot"><svg[^>]*><circle[^>]*fill="#\w+"/,
    );
  });

  it('are for users', async () => {
    for (const path of ['/dashboard/todos', '/dashboard/issues'])
      expect((await browser.visit(null, path)).location).toContain('/users/sign_in?return_to=');
  });
});

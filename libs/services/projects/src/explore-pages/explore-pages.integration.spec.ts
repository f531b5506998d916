import { PageBrowser } from '@hearth/testing';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the pages to explore', () => {
  const app = ProjectsApp.inBlock();
  const browser = new PageBrowser(app);
  const [owner, visitor] = [user(1), user(2)];

  beforeAll(async () => {
    const home = await app.claim(owner);
    await app.claim(visitor);
    const seed = new Seed(app.testDatabase);
    for (const [name, visibility] of [
      ['open', 'public'],
      ['inner', 'internal'],
      ['secret', 'private'],
      ['old', 'public'],
    ] as const)
      await seed.project(home, name, visibility);
    await app.testDatabase.query(
      `update projects.projects set tag_list = '{door}', description = 'A <b>door</b>' where path in ('open', 'secret')`,
    );
    await app.testDatabase.query(`update projects.projects set archived = true where path = 'old'`);
    await seed.group('shown', 'public');
    await seed.group('hidden', 'private');
  });

  it('list the projects that the caller sees, by text and topic, in an order', async () => {
    const names = async (who: typeof owner | null, query = '') => {
      const { status, text } = await browser.visit(who, `/explore?${query}`);
      expect(status).toBe(200);
      return [...text.matchAll(/<li><div><a href="\/user-1\/(\w+)">/g)].map(([, name]) => name);
    };
    expect(await names(null, 'sort=name_asc')).toEqual(['open']);
    expect(await names(visitor, 'sort=name_asc')).toEqual(['inner', 'open']);
    expect(await names(owner, 'sort=name_desc')).toEqual(['secret', 'open', 'inner']);
    expect(await names(owner, 'search=door&sort=nothing')).toHaveLength(2);
    expect(await names(visitor, 'topic=door')).toEqual(['open']);
    const { text } = await browser.visit(visitor, '/explore');
    expect((await browser.visit(null, '/explore/projects')).location).toBe('/explore');
    expect((await browser.visit(visitor, '/dashboard')).location).toBe('/dashboard/projects');
    expect(text).toContain('href="/explore?topic=door">door 1</a>');
    expect(text).toContain('A &lt;b&gt;door&lt;/b&gt;');
    expect((await browser.visit(visitor, '/explore?topic=none&page=1')).text).toContain('None that you can see.');
  });

  it('list the groups that the caller sees', async () => {
    for (const who of [null, visitor]) {
      const { status, text } = await browser.visit(who, '/explore/groups');
      expect([status, text.includes('href="/groups/shown"'), text.includes('groups/hidden')]).toEqual([
        200,
        true,
        false,
      ]);
    }
    expect((await browser.visit(visitor, '/explore/groups?search=other')).text).toContain('None that you can see.');
  });
});

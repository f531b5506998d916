import { PageBrowser } from '@hearth/testing';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { FakeMergeRequests } from '../testing/fake-merge-requests.js';
import { FakeRepository } from '../testing/fake-repository.js';
import { user } from '../testing/people.js';
import { ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('the pages of searches', () => {
  const app = ProjectsApp.inBlock();
  const browser = new PageBrowser(app);
  const [owner, visitor] = [user(1), user(2)];
  let open: ProjectId;
  let secret: ProjectId;

  beforeAll(async () => {
    const home = await app.claim(owner);
    await app.claim(visitor);
    const seed = new Seed(app.testDatabase);
    [open, secret] = [await seed.project(home, 'engine', 'public'), await seed.project(home, 'secret', 'private')];
    for (const project of [open, secret]) {
      await app.request(owner, 'POST', `/projects/${project}/issues`, { title: `Engine <i>stops</i> ${project}` });
      await app.request(owner, 'POST', `/projects/${project}/milestones`, { title: `Engine v${project}` });
    }
    await app.testDatabase.query(`update projects.projects set default_branch = 'main'`);
  });

  const links = async (who: Principal, address: string) => {
    const { status, text } = await browser.visit(who, address);
    expect([address, status]).toEqual([address, 200]);
    expect(text).not.toContain('<i>stops');
    return [...text.matchAll(/<li><div><a href="([^"]+)">/g)].map(([, href]) => href);
  };

  it.each([
    ['', ['/user-1/engine']],
    ['scope=issues&', ['/user-1/engine/-/issues/1']],
    ['scope=milestones&', ['/user-1/engine/-/milestones/1']],
  ])('find by /search?%s only what the caller may read', async (query, found) => {
    expect(await links(visitor, `/search?${query}search=ENGINE`)).toEqual(found);
    const all = await links(owner, `/search?${query}search=engine`);
    expect(all).toEqual(query === '' ? found : [found[0]!.replace('engine', 'secret'), ...found]);
  });

  it('find groups, and ask merge-requests for its records', async () => {
    const seed = new Seed(app.testDatabase);
    await seed.namespaceMember(await seed.group('engines', 'private'), owner.userId, 50);
    expect(await links(owner, '/search?scope=groups&search=engines')).toEqual(['/groups/engines']);
    expect(await links(visitor, '/search?scope=groups&search=engines')).toEqual([]);
    const { searches } = app.get(FakeMergeRequests);
    expect(await links(visitor, '/search?scope=merge_requests&search=door&page=2')).toEqual([]);
    expect(searches.at(-1)).toMatchObject({ user: { id: visitor.userId }, text: 'door', page: 2, from: null });
    await links(visitor, `/-/project/${open}/search?scope=merge_requests&search=door`);
    expect(searches.at(-1)).toMatchObject({ within: { projectId: open }, text: 'door' });
  });

  it('find users, offer the other lists, and wait for a text', async () => {
    expect(await links(visitor, '/search?scope=users&search=user-1')).toEqual(['/user-1']);
    const { text } = await browser.visit(visitor, '/search?search=a+b');
    expect(text).toContain('href="/search?scope=groups&amp;search=a+b"');
    expect(text).toContain('href="/search?scope=merge_requests&amp;search=a+b"');
    expect((await browser.visit(visitor, '/search')).text).not.toContain('Nothing was found.');
    expect((await browser.visit(null, '/search')).location).toContain('/users/sign_in');
  });

  it('find issues, code and commits in a project', async () => {
    const at = `/-/project/${open}/search`;
    expect(await links(visitor, `${at}?scope=issues&search=engine`)).toEqual(['/user-1/engine/-/issues/1']);
    const { searches } = app.get(FakeRepository);
    searches.length = 0;
    expect((await browser.visit(visitor, `${at}?search=door+extension:ts`)).status).toBe(200);
    expect(searches).toMatchObject([{ text: 'door', ref: 'main', filters: [{ on: 'extension', value: 'ts' }] }]);
    expect((await browser.visit(visitor, `${at}?scope=commits&search=door`)).status).toBe(200);
    const refused = await browser.visit(visitor, `${at}?search=extension:ts`);
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Write a text beside the filters.')]);
    expect(searches).toHaveLength(2);
    await app.testDatabase.query(`update projects.projects set repository_access_level = 'disabled' where id = $1`, [
      open,
    ]);
    expect((await browser.visit(visitor, `${at}?search=door`)).text).toContain('Nothing was found.');
    expect(searches).toHaveLength(2);
  });

  it('are hidden with the project', async () => {
    expect((await browser.visit(visitor, `/-/project/${secret}/search?search=x`)).status).toBe(404);
    expect((await browser.visit(null, `/-/project/${secret}/search`)).location).toContain('/users/sign_in');
  });
});

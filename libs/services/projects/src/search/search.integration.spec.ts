import type { Principal, ProjectId } from '@hearth/contract-kit';
import { user } from '../testing/people.js';
import { FakeMergeRequests } from '../testing/fake-merge-requests.js';
import { FakeRepository } from '../testing/fake-repository.js';
import { BASE_URL, ProjectsApp } from '../testing/projects-app.js';
import { Seed } from '../testing/seed.js';

describe('searches', () => {
  const app = ProjectsApp.inBlock();
  const owner = user(1, { name: 'Ada Lovelace', username: 'ada' });
  const guest = user(2, { username: 'grace' });
  const stranger = user(3, { username: 'mallory' });
  let group: number;
  let open: ProjectId;
  let secret: ProjectId;

  beforeAll(async () => {
    const namespace = await app.claim(owner);
    for (const person of [guest, stranger]) await app.claim(person);
    const seed = new Seed(app.testDatabase);
    group = await seed.group('engines');
    const below = await seed.group('deep', 'private', [group]);
    open = await seed.project(namespace, 'open-engine', 'public');
    secret = await seed.project(below, 'secret-engine', 'private');
    await seed.namespaceMember(below, owner.userId, 50);
    await seed.projectMember(secret, guest.userId, 10);
    for (const project of [open, secret]) {
      const make = (what: string, body: object) => app.request(owner, 'POST', `/projects/${project}/${what}`, body);
      await make('issues', { title: `Engine stops ${project}` });
      await make('issues', { title: 'Hidden engine', confidential: true });
      await make('milestones', { title: `engine v${project}` });
    }
  });

  async function found(caller: Principal, url: string): Promise<string[]> {
    const { status, body } = await app.request(caller, 'GET', url);
    expect([url, status]).toEqual([url, 200]);
    return body.map((record: Record<string, string>) => record['title'] ?? record['path'] ?? record['username']);
  }

  it('find projects, issues and milestones that the caller may read', async () => {
    const everywhere = (caller: Principal, scope: string) => found(caller, `/search?search=ENGINE&scope=${scope}`);
    expect(await everywhere(owner, 'projects')).toEqual(['secret-engine', 'open-engine']);
    expect(await everywhere(stranger, 'projects')).toEqual(['open-engine']);
    expect(await everywhere(owner, 'issues')).toHaveLength(4);
    expect(await everywhere(guest, 'issues')).toEqual([`Engine stops ${secret}`, `Engine stops ${open}`]);
    expect(await everywhere(stranger, 'issues')).toEqual([`Engine stops ${open}`]);
    expect(await everywhere(guest, 'milestones')).toEqual([`engine v${secret}`, `engine v${open}`]);
    expect(await everywhere(stranger, 'milestones')).toEqual([`engine v${open}`]);
    expect(await found(owner, '/search?search=engine&scope=milestones&per_page=1&page=2')).toEqual([`engine v${open}`]);
    expect(await found(owner, '/search?search=engine%20stops&scope=projects')).toEqual([]);
  });

  it('find users by username and name', async () => {
    expect(await found(stranger, '/search?search=lovelace&scope=users')).toEqual(['ada']);
    expect(await found(stranger, '/search?search=grace&scope=users')).toEqual(['grace']);
    const { body } = await app.request(stranger, 'GET', '/search?search=grace&scope=users');
    expect(Object.keys(body[0]).sort()).toEqual(['avatar_url', 'id', 'name', 'state', 'username', 'web_url']);
  });

  it('stay in a group with its subgroups, or in a project', async () => {
    for (const scope of ['projects', 'issues', 'milestones'])
      expect((await found(guest, `/groups/${group}/search?search=engine&scope=${scope}`)).length).toBe(1);
    for (const path of ['search', '-/search'])
      expect((await app.request(stranger, 'GET', `/groups/${group}/${path}?search=engine&scope=issues`)).status).toBe(
        404,
      );
    expect((await found(guest, `/groups/${group}/-/search?search=engine&scope=issues`)).length).toBe(1);
    expect(await found(stranger, `/projects/${open}/-/search?search=engine&scope=issues`)).toEqual([
      `Engine stops ${open}`,
    ]);
    const inProject = (caller: Principal, query: string) =>
      found(caller, `/projects/${open}/search?search=engine&${query}`);
    expect(await inProject(owner, 'scope=issues')).toEqual(['Hidden engine', `Engine stops ${open}`]);
    expect(await inProject(owner, 'scope=issues&confidential=true')).toEqual(['Hidden engine']);
    expect(await inProject(owner, 'scope=issues&state=closed')).toEqual([]);
    expect(await inProject(stranger, 'scope=issues')).toEqual([`Engine stops ${open}`]);
    expect(await inProject(stranger, 'scope=milestones')).toEqual([`engine v${open}`]);
    const set = (level: string) => app.request(owner, 'PUT', `/projects/${open}`, { issues_access_level: level });
    await set('private');
    expect(await inProject(stranger, 'scope=issues')).toEqual([]);
    await set('enabled');
  });

  it('find commits and files of a project for callers who may read its code', async () => {
    const { searches } = app.get(FakeRepository);
    const inProject = (caller: Principal, project: ProjectId, query: string) =>
      app.request(caller, 'GET', `/projects/${project}/search?search=a%20extension:md&${query}`);
    const commits = await inProject(stranger, open, 'scope=commits&ref=v1.0&per_page=5&page=2');
    expect(commits).toMatchObject({ status: 200, body: [{ id: 'c'.repeat(40), title: 'Add a' }] });
    expect(searches.at(-1)).toEqual({
      ...{ projectId: open, ref: 'v1.0', text: 'a extension:md', page: 2, perPage: 5 },
    });
    const blobs = await inProject(owner, secret, 'scope=blobs&ref=v1.0');
    expect(blobs).toMatchObject({ status: 200, body: [{ path: 'docs/a.md', ref: 'v1.0', project_id: secret }] });
    expect(searches.at(-1)).toEqual({
      ...{ projectId: secret, ref: 'v1.0', text: 'a', page: 1, perPage: 20 },
      filters: [{ on: 'extension', value: 'md', excluded: false }],
    });
    const asked = searches.length;
    for (const scope of ['commits', 'blobs']) {
      expect(await inProject(guest, secret, `scope=${scope}`)).toMatchObject({ status: 200, body: [] });
      expect((await inProject(stranger, secret, `scope=${scope}`)).status).toBe(404);
    }
    expect(searches).toHaveLength(asked);
  });

  it('ask merge-requests for its records, with the place and the filters', async () => {
    const { searches } = app.get(FakeMergeRequests);
    const asked = async (caller: Principal, url: string) => {
      expect(
        await app.request(caller, 'GET', `${url}?scope=merge_requests&search=%20Engine&per_page=5&page=2`),
      ).toMatchObject({
        ...{ status: 200, body: [] },
      });
      return searches.at(-1);
    };
    const user = { id: stranger.userId, admin: false, external: false };
    const always = { user, text: 'Engine', page: 2, perPage: 5, baseUrl: BASE_URL };
    expect(await asked(stranger, '/search')).toEqual({ ...always, from: null });
    expect(await asked(stranger, `/projects/${open}/search`)).toEqual({
      ...always,
      ...{ within: { projectId: open }, from: { fullPath: 'ada/open-engine' } },
    });
    expect(await asked(guest, `/groups/${group}/search`)).toMatchObject({
      within: { groupId: group },
      from: { fullPath: 'engines' },
    });
    await app.request(stranger, 'GET', '/search?scope=merge_requests&search=x&state=merged');
    expect(searches.at(-1)).toMatchObject({ text: 'x', state: 'merged' });
    const count = searches.length;
    expect(
      (await app.request(stranger, 'GET', `/projects/${secret}/search?scope=merge_requests&search=x`)).status,
    ).toBe(404);
    expect(searches).toHaveLength(count);
  });

  it('take the default branch without a ref', async () => {
    await app.request(owner, 'PUT', `/projects/${open}`, { default_branch: 'trunk' });
    const { body } = await app.request(owner, 'GET', `/projects/${open}/search?search=a&scope=blobs`);
    expect(body).toMatchObject([{ ref: 'trunk' }]);
  });

  it.each([
    ['scope=issues&ref=main&search=x', 'ref is not supported'],
    ['scope=blobs&state=opened&search=x', 'state is not supported'],
    ['scope=blobs&search=path:x', 'search is missing'],
    ['scope=blobs&search=', 'search is missing'],
    ['scope=commits&search=a%0Ab', 'search is invalid'],
    ['scope=commits&search=a%00b', 'search is invalid'],
    [`scope=commits&search=${'x'.repeat(256)}`, 'search is invalid'],
    [`scope=blobs&search=x${'%20path:x'.repeat(11)}`, 'search is invalid'],
    ['scope=wiki_blobs&search=x', 'scope does not have a valid value'],
    ['scope=notes&search=x', 'scope does not have a valid value'],
  ])('refuse %s in a project', async (query, error) => {
    expect(await app.request(owner, 'GET', `/projects/${open}/search?${query}`)).toMatchObject({
      ...{ status: 400, body: { error } },
    });
  });

  it.each([
    ['/search?scope=projects', 'search is missing'],
    ['/search?scope=projects&search=%20', 'search is missing'],
    ['/search?search=x', 'scope is missing'],
    ['/search?search=x&scope=blobs', 'scope does not have a valid value'],
    ['/search?search=x&scope=projects&state=opened', 'state is not supported'],
    ['/search?search=x&scope=issues&state=merged', 'state does not have a valid value'],
    ['/search?search=x&scope=merge_requests&confidential=true', 'confidential is not supported'],
    ['/search?search=x&scope=users&confidential=false', 'confidential is not supported'],
  ])('refuse %s', async (url, error) => {
    expect(await app.request(owner, 'GET', url)).toMatchObject({ status: 400, body: { error } });
  });

  it('need a user', async () => {
    expect((await app.request(null, 'GET', '/search?search=engine&scope=projects')).status).toBe(401);
    expect((await app.request(null, 'GET', `/projects/${open}/search?search=engine&scope=issues`)).status).toBe(401);
  });
});

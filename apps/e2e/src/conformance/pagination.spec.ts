import { segment, type Answer, type ProjectRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { newPerson, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';

const PROJECTS = 7;

describe('pagination', () => {
  let owner: Person;
  let projects: ProjectRecord[];

  beforeAll(async () => {
    owner = await newPerson('pager');
    projects = [];
    for (let index = 0; index < PROJECTS; index += 1) projects.push(await newProject(owner, 'page'));
  });

  function links(answer: Answer): Record<string, string> {
    const parts = (answer.headers['link'] ?? '').split(', ');
    return Object.fromEntries(
      parts.map((part) => /^<(.+)>; rel="(\w+)"$/.exec(part)!).map(([, url, rel]) => [rel!, url!]),
    );
  }

  function owned(query: Record<string, string | number>): Promise<Answer> {
    return owner.api.get('/projects', { owned: 'true', ...query });
  }

  it('says where the page stands', async () => {
    const answer = await owned({ per_page: 3, page: 2 });
    expect(answer.json<unknown[]>()).toHaveLength(3);
    expect(answer.headers).toMatchObject({
      'x-total': '7',
      'x-total-pages': '3',
      'x-per-page': '3',
      'x-page': '2',
      'x-next-page': '3',
      'x-prev-page': '1',
    });
    expect(Object.keys(links(answer))).toEqual(['prev', 'next', 'first', 'last']);
  });

  it('links with the address, the port and the query that the client used', async () => {
    const answer = await owned({ per_page: 3, page: 1, order_by: 'name', sort: 'asc' });
    const { next, first, last, prev } = links(answer);
    expect(prev).toBeUndefined();
    const query = (page: number) => `order_by=name&owned=true&page=${page}&per_page=3&sort=asc`;
    expect({ next, first, last }).toEqual({
      next: `${hearth.url}/api/v4/projects?${query(2)}`,
      first: `${hearth.url}/api/v4/projects?${query(1)}`,
      last: `${hearth.url}/api/v4/projects?${query(3)}`,
    });
  });

  it('links under the host name that the client used', async () => {
    const host = hearth.url.replace(/^http:\/\/[^:/]+/, 'localhost');
    const answer = await owner.api.request('GET', '/projects', { query: { per_page: 1 }, headers: { host } });
    expect(links(answer)['next']).toMatch(new RegExp(`^http://${host}/api/v4/projects\\?`));
    expect(answer.json<ProjectRecord[]>()[0]?.http_url_to_repo).toMatch(new RegExp(`^http://${host}/`));
  });

  it('never puts a credential into a link', async () => {
    for (const name of ['private_token', 'access_token']) {
      const answer = await hearth.anonymous.get('/projects', { [name]: owner.token, per_page: 1 });
      expect(answer.expect(200).headers['link']).not.toContain(owner.token);
      expect(answer.headers['link']).not.toContain(name);
      expect(answer.headers['link']).toContain('rel="next"');
    }
  });

  it('covers every row once, in both directions', async () => {
    const rows = await owner.api.readAll<ProjectRecord>('/projects', { owned: true, per_page: 2 });
    expect(rows.map(({ id }) => id)).toEqual(projects.map(({ id }) => id).reverse());
    const ascending = await owner.api.readAll<ProjectRecord>('/projects', {
      owned: true,
      per_page: 2,
      sort: 'asc',
      order_by: 'id',
    });
    expect(ascending.map(({ id }) => id)).toEqual(projects.map(({ id }) => id));
  });

  it.each([
    [{ per_page: 500 }, '100', '1'],
    [{ per_page: 100 }, '100', '1'],
    [{ per_page: 0 }, '20', '1'],
    [{ per_page: -1 }, '20', '1'],
    [{ page: 0 }, '20', '1'],
    [{ page: -5 }, '20', '1'],
    [{}, '20', '1'],
  ])('falls back to what is allowed: %j', async (query, perPage, page) => {
    const answer = await owned(query as Record<string, number>);
    expect(answer.expect(200).headers).toMatchObject({ 'x-per-page': perPage, 'x-page': page });
  });

  it('beyond the end is empty', async () => {
    const answer = await owned({ page: 99 });
    expect(answer.json()).toEqual([]);
    expect(answer.headers).toMatchObject({ 'x-page': '99', 'x-next-page': '', 'x-prev-page': '', 'x-total': '7' });
    expect(Object.keys(links(answer))).toEqual(['first', 'last']);
  });

  it('of an empty list has one page', async () => {
    const answer = await owner.api.get(`${projectPath(projects[0]!)}/repository/branches`);
    expect(answer.json()).toEqual([]);
    expect(answer.headers).toMatchObject({
      'x-total': '0',
      'x-total-pages': '1',
      'x-next-page': '',
      'x-prev-page': '',
    });
    const path = `/api/v4/projects/${segment(projects[0]!.path_with_namespace)}/repository/branches`;
    expect(links(answer)['first']).toBe(`${hearth.url}${path}?page=1&per_page=20`);
  });
});

import { hearth } from '../system/hearth.js';
import { newPerson, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { uniqueName } from '../system/names.js';
import { expectAnswer, expectJsonHeaders } from './expect-answer.js';

const NOT_FOUND = { error: '404 Not Found' };

describe('routing', () => {
  let owner: Person;
  let path: string;

  beforeAll(async () => {
    owner = await newPerson('router');
    path = projectPath(await newProject(owner, 'with.dots-and_underscores'));
  });

  it.each([
    ['GET', '/no/such/route'],
    ['GET', '/'],
    ['POST', '/version'],
    ['PATCH', '/user'],
    ['DELETE', '/user'],
    ['GET', '/projects/a/b'],
    ['PUT', '/projects/1/repository/tree'],
  ])('answers %s %s with the text of an unknown route', async (method, route) => {
    for (const caller of [owner.api, hearth.anonymous])
      expectAnswer(await caller.request(method, route), 404, NOT_FOUND);
  });

  it('shows browsers a page for what there is, a 404 for what they may not see, and asks strangers to sign in first', async () => {
    const headers = { accept: 'text/html' };
    expect((await hearth.anonymous.send('GET', '/-/no/such/page', { headers })).expect(404).text).toContain('<h1>');
    const address = `/${uniqueName('no')}/such/page`;
    const unknown = (await hearth.anonymous.send('GET', address, { headers })).expect(303);
    expect(unknown.headers['location']).toBe(`/users/sign_in?${new URLSearchParams({ return_to: address })}`);
    const { web_url: user } = (await owner.api.get('/user')).expect(200).json<{ web_url: string }>();
    const { web_url: project } = (await owner.api.get(path)).expect(200).json<{ web_url: string }>();
    const shown = (await hearth.anonymous.send('GET', new URL(user).pathname)).expect(200);
    expect([shown.headers['content-type'], shown.text.includes(`@${owner.username}`)]).toEqual([
      'text/html; charset=utf-8',
      true,
    ]);
    (await hearth.anonymous.send('GET', new URL(project).pathname)).expect(303);
  });

  it.each([
    ['/projects', ['GET', 'POST']],
    ['/projects/1', ['DELETE', 'GET']],
    ['/user', ['GET']],
    ['/users', ['POST']],
    ['/projects/1/repository/tree', ['GET']],
  ])('OPTIONS on %s names the methods', async (route, methods) => {
    const answer = await hearth.anonymous.request('OPTIONS', route);
    expect([answer.status, answer.text]).toEqual([204, '']);
    const allowed = (answer.headers['allow'] ?? '').split(/,\s*/);
    expect(allowed).toEqual(expect.arrayContaining([...methods, 'OPTIONS']));
    expect(allowed).not.toContain('PATCH');
  });

  it('HEAD is GET without the body', async () => {
    for (const route of ['/version', '/user', '/projects', path, `${path}/repository/branches`]) {
      const [get, head] = [await owner.api.get(route), await owner.api.request('HEAD', route)];
      expect([route, head.status, head.body.length]).toEqual([route, 200, 0]);
      for (const name of ['content-type', 'x-total', 'x-per-page', 'link', 'etag'])
        expect([name, head.headers[name]]).toEqual([name, get.headers[name]]);
    }
    expect((await owner.api.request('HEAD', '/projects/nobody%2Fnothing')).status).toBe(404);
  });

  it('takes ids with dots, encoded or not', async () => {
    const encoded = path.replaceAll('.', '%2E').replaceAll('-', '%2D').replaceAll('_', '%5F');
    for (const route of [path, encoded, path.replace('%2F', '%2f')])
      expect((await owner.api.get(route)).status).toBe(200);
    expect((await owner.api.get(`${path}/repository/branches`)).status).toBe(200);
  });

  it('conditional requests answer 304 for an ETag that still holds', async () => {
    const first = (await owner.api.get(path)).expect(200);
    expect(first.headers['etag']).toMatch(/^(W\/)?"[^"]+"$/);
    const again = await owner.api.request('GET', path, { headers: { 'if-none-match': first.headers['etag']! } });
    expect([again.status, again.text]).toEqual([304, '']);
    const other = await owner.api.request('GET', path, { headers: { 'if-none-match': '"other"' } });
    expect(other.status).toBe(200);
  });

  it('gives every answer an id of its own', async () => {
    const ids = await Promise.all([1, 2, 3].map(async () => (await owner.api.get('/user')).headers['x-request-id']));
    expect(new Set(ids).size).toBe(3);
    expectJsonHeaders(await hearth.anonymous.get('/user'));
  });
});

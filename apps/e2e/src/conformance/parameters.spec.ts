import type { ProjectRecord } from '@hearth/testing';
import { hearth } from '../system/hearth.js';
import { uniqueName } from '../system/names.js';
import { newPerson, type Person } from '../system/people.js';
import { newProject, projectPath } from '../system/projects.js';
import { expectAnswer } from './expect-answer.js';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('parameters', () => {
  let owner: Person;
  let project: ProjectRecord & { namespace: { id: number } };

  beforeAll(async () => {
    owner = await newPerson('sender');
    project = (await newProject(owner, 'parameters')) as typeof project;
  });

  it('come in the query, in a form, in JSON, or in the query beside an empty JSON object', async () => {
    const send = {
      query: (name: string) => owner.api.request('POST', '/projects', { query: { name, visibility: 'internal' } }),
      form: (name: string) => owner.api.request('POST', '/projects', { form: { name, visibility: 'internal' } }),
      json: (name: string) => owner.api.request('POST', '/projects', { json: { name, visibility: 'internal' } }),
      both: (name: string) =>
        owner.api.request('POST', '/projects', { query: { name, visibility: 'internal' }, json: {} }),
      empty: (name: string) =>
        owner.api.request('POST', '/projects', { query: { name, visibility: 'internal' }, headers: JSON_TYPE }),
      charset: (name: string) =>
        owner.api.request('POST', '/projects', {
          headers: { 'content-type': 'application/json; charset=utf-8' },
          body: JSON.stringify({ name, visibility: 'internal' }),
        }),
    };
    for (const [way, create] of Object.entries(send)) {
      const name = uniqueName(way);
      expect((await create(name)).expect(201).json()).toMatchObject({ name, path: name, visibility: 'internal' });
    }
  });

  it('of a form with several parts are understood', async () => {
    const name = uniqueName('multipart');
    const body = `--x\r\nContent-Disposition: form-data; name="name"\r\n\r\n${name}\r\n--x--\r\n`;
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const answer = await owner.api.request('POST', '/projects', { headers, body });
    expect(answer.expect(201).json()).toMatchObject({ name });
  });

  it('that are numbers may be text', async () => {
    const name = uniqueName('text-number');
    const answer = await owner.api.post('/projects', { name, namespace_id: String(project.namespace.id) });
    expect(answer.expect(201).json()).toMatchObject({ namespace: { id: project.namespace.id } });
    expect((await owner.api.get('/projects', { per_page: '2' })).headers['x-per-page']).toBe('2');
  });

  it.each(['True', 'true', '1', 't', 'yes', 'on'])('that are flags understand %s', async (text) => {
    const [row] = (await owner.api.get('/projects', { simple: text })).expect(200).json<object[]>();
    expect(row).not.toHaveProperty('visibility');
  });

  it.each(['False', 'false', '0', 'f', 'no', 'off'])('that are flags understand %s', async (text) => {
    const [row] = (await owner.api.get('/projects', { simple: text })).expect(200).json<object[]>();
    expect(row).toHaveProperty('visibility');
  });

  it.each([
    ['/projects', { simple: 'maybe' }, 'simple is invalid'],
    ['/projects', { per_page: 'many' }, 'per_page is invalid'],
    ['/projects', { page: 'last' }, 'page is invalid'],
    ['/projects', { visibility: 'secret' }, 'visibility does not have a valid value'],
    ['/projects', { order_by: 'size' }, 'order_by does not have a valid value'],
  ])('of %s that make no sense (%j) are named', async (path, query, error) => {
    expectAnswer(await owner.api.get(path, query), 400, { error });
  });

  it('of repositories that make no sense are named', async () => {
    const commits = `${projectPath(project)}/repository/commits`;
    expectAnswer(await owner.api.get(commits, { since: 'yesterday' }), 400, { error: 'since is invalid' });
    expectAnswer(await owner.api.get(commits, { until: '2018-13-45' }), 400, { error: 'until is invalid' });
    expectAnswer(await owner.api.get(`${projectPath(project)}/repository/tree`, { recursive: 'deep' }), 400, {
      error: 'recursive is invalid',
    });
  });

  it.each(['..', '../x', 'a/../b', '100%', '%zz', '%', '\u0000', '//', '?#&='])(
    'may hold %j in the query',
    async (text) => {
      const answer = await owner.api.request(
        'GET',
        `/projects?search=${text.replaceAll(/[#&\0]/g, encodeURIComponent)}`,
      );
      if (text === '\u0000') expectAnswer(answer, 400, { error: 'search is invalid' });
      else expectAnswer(answer, 200, []);
    },
  );

  it('are ignored where they are not declared', async () => {
    expect((await owner.api.get('/projects', { nonsense: 1, pagination: 'offset' })).status).toBe(200);
  });

  it('may be absent although the content type is JSON', async () => {
    for (const method of ['GET', 'HEAD'])
      expect((await owner.api.request(method, '/user', { headers: JSON_TYPE })).status).toBe(200);
    const { id } = await newProject(owner, 'body-less');
    expect((await owner.api.request('DELETE', `/projects/${id}`, { headers: JSON_TYPE })).status).toBe(202);
  });

  it('that are no JSON are refused', async () => {
    for (const body of ['{"name":', 'name=x', '{"name":"x"}}']) {
      const answer = await owner.api.request('POST', '/projects', { headers: JSON_TYPE, body });
      expect(answer.status).toBe(400);
      expect(answer.json<{ error: string }>().error).toContain('message body does not match declared format');
    }
  });

  it('are refused in an unsupported content type', async () => {
    const answer = await owner.api.request('POST', '/projects', { headers: { 'content-type': 'x/y' }, body: 'data' });
    expectAnswer(answer, 406, { error: "The requested content-type 'x/y' is not supported." });
  });

  it('with ids beyond any row find nothing', async () => {
    const missing = { message: '404 Project Not Found' };
    for (const id of ['0', '9223372036854775807', '9223372036854775808', '1'.repeat(40)]) {
      expectAnswer(await owner.api.get(`/projects/${id}`), 404, missing);
      expectAnswer(await owner.api.get(`/users/${id}`), 404, { message: '404 User Not Found' });
    }
    expectAnswer(await owner.api.get('/users/somebody'), 400, { error: 'id is invalid' });
  });

  it('with characters that no row can hold are refused, or find nothing in a path', async () => {
    expectAnswer(await owner.api.get('/projects/a%00b'), 404, { message: '404 Project Not Found' });
    expectAnswer(await owner.api.post('/projects', { name: 'a\0b' }), 400, { error: 'name is invalid' });
    const surrogate = { headers: JSON_TYPE, body: '{"name":"a\\ud800b"}' };
    expectAnswer(await owner.api.request('POST', '/projects', surrogate), 400, { error: 'name is invalid' });
  });

  it.each(['%', '%zz', '%ff', '%c3%28'])(
    'with a broken escape (%s) in the path are no failure of the server',
    async (id) => {
      const answer = await owner.api.get(`/projects/${id}`);
      expect([400, 404]).toContain(answer.status);
      expect((await hearth.anonymous.get('/projects')).status).toBe(200);
    },
  );
});

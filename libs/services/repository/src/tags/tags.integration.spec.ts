import type { Principal } from '@hearth/contract-kit';
import type { Git as Client } from '@hearth/testing';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let project: FakeProject;
let client: Client;
let first: string;
let second: string;

beforeAll(async () => {
  ({ project, client } = await projects.start('public'));
  first = await client.idOf('HEAD');
  second = await projects.commit(client, 'second');
  await client.run(['push', '--quiet', 'origin', 'main']);
});

interface Options {
  readonly as?: Principal | null;
  readonly body?: object;
  readonly headers?: Record<string, string>;
  readonly of?: FakeProject;
}

async function send(method: string, rest: string, options: Options = {}): Promise<[number, unknown]> {
  const { as = projects.developer, body, headers = {}, of = project } = options;
  const response = await app.send(`/api/v4/projects/${of.id}/repository/tags${rest}`, {
    method,
    ...(as && { as }),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return [response.status, text === '' ? null : JSON.parse(text)];
}

const create = (name: string, more: object = {}, options: Options = {}) =>
  send('POST', '', { ...options, body: { tag_name: name, ref: 'main', ...more } });
const at = (name: string) => `/${encodeURIComponent(name)}`;

/** Creates a project with one commit and these tags, pushed. */
async function withTags(...names: string[]): Promise<FakeProject> {
  const made = await projects.start();
  if (names.length > 0)
    await made.client.run(['push', '--quiet', 'origin', ...names.map((name) => `main:refs/tags/${name}`)]);
  return made.project;
}

describe('tags', () => {
  it('are created, read and deleted', async () => {
    const record = {
      ...{ name: 'v/1.0%', message: null, target: second, protected: false, release: null },
      commit: expect.objectContaining({ id: second }),
    };
    expect(await create('v/1.0%')).toEqual([201, record]);
    expect(await send('GET', at('v/1.0%'), { as: null })).toEqual([200, record]);
    expect(await send('DELETE', at('v/1.0%'), { as: projects.master })).toEqual([204, null]);
    expect(await send('GET', at('v/1.0%'))).toEqual([404, { message: '404 Tag Not Found' }]);
  });

  it('are annotated where they have a message', async () => {
    const more = { ref: first, message: '  Das große\n\nRelease \n', release_description: '# Notes' };
    const release = { tag_name: 'annotated', description: '# Notes' };
    const record = { name: 'annotated', message: 'Das große\n\nRelease', release };
    expect(await create('annotated', more)).toMatchObject([201, { ...record, commit: { id: first } }]);
    expect(await send('GET', at('annotated'))).toMatchObject([200, { ...record, commit: { id: first } }]);
    await client.run(['fetch', '--quiet', '--tags', 'origin']);
    expect(await client.text('cat-file', 'tag', 'annotated')).toMatch(
      new RegExp(
        `^object ${first}\ntype commit\ntag annotated\n` +
          'tagger Name of developer <developer@example.com> \\d+ \\+0000\n\nDas große\n\nRelease$',
      ),
    );
  });

  it('are listed by the date of their commits or by name', async () => {
    const made = await projects.start();
    const push = (...refs: string[]) => made.client.run(['push', '--quiet', 'origin', ...refs]);
    await push('main:refs/tags/b', 'main:refs/tags/a');
    const environment = { GIT_COMMITTER_DATE: '2001-01-01T00:00:00Z' };
    await made.client.run(['commit', '--quiet', '--allow-empty', '-m', 'older'], { environment });
    await made.client.run(['tag', '-a', '-m', 'old', 'old']);
    await made.client.run(['tag', '-a', '-m', 'nested', 'z-nested', 'old']);
    await made.client.run(['tag', 'tree', 'HEAD^{tree}']);
    await push('old', 'z-nested', 'tree');
    const names = async (query: string) => {
      const [, rows] = await send('GET', query, { of: made.project });
      return (rows as { name: string }[]).map(({ name }) => name);
    };
    expect(await names('')).toEqual(['tree', 'b', 'a', 'z-nested', 'old']);
    expect(await names('?sort=asc')).toEqual(['old', 'z-nested', 'a', 'b', 'tree']);
    expect(await names('?order_by=name')).toEqual(['z-nested', 'tree', 'old', 'b', 'a']);
    expect(await names('?order_by=name&sort=asc&per_page=2&page=2')).toEqual(['old', 'tree']);
    expect(await names('?search=E')).toEqual(['tree', 'z-nested']);
    expect(await send('GET', '/tree', { of: made.project })).toMatchObject([200, { commit: null, message: null }]);
    const older = await made.client.idOf('HEAD');
    expect(await send('GET', '/z-nested', { of: made.project })).toMatchObject([
      200,
      { commit: { id: older }, message: 'nested' },
    ]);
  });

  it.each([
    ['nothing', {}, { error: 'tag_name is missing, ref is missing' }],
    ['a name that git refuses', { tag_name: 'a..b', ref: 'main' }, { message: 'Tag name invalid' }],
    ['an option', { tag_name: '-d', ref: 'main' }, { message: 'Tag name invalid' }],
    ['a tag that exists', { tag_name: 'taken', ref: 'main' }, { message: 'Tag taken already exists' }],
    ['an unknown ref', { tag_name: 'x', ref: 'nope' }, { message: 'Target nope is invalid' }],
    ['a folder of a tag', { tag_name: 'taken/x', ref: 'main' }, { message: 'Tag name conflicts with an existing tag' }],
  ])('are refused with %s', async (_, body, answer) => {
    const of = await withTags('taken');
    expect(await send('POST', '', { of, body })).toEqual([400, answer]);
  });

  it('are for those who push, and deleted by masters', async () => {
    await create('kept');
    const forbidden = [403, { message: '403 Forbidden' }];
    for (const as of [projects.reporter, projects.stranger, null]) {
      expect(await create('mine', {}, { as })).toEqual(forbidden);
      expect(await send('DELETE', '/kept', { as })).toEqual(forbidden);
      expect(await send('POST', '/kept/release', { as, body: { description: 'x' } })).toEqual(forbidden);
      expect(await send('PUT', '/kept/release', { as, body: { description: 'x' } })).toEqual(forbidden);
    }
    const message = 'You are not allowed to change existing tags on this project.';
    expect(await send('DELETE', '/kept')).toEqual([400, { message }]);
    const headers = { 'if-unmodified-since': 'Thu, 01 Jan 2004 00:00:00 GMT' };
    expect((await send('DELETE', '/kept', { as: projects.master, headers }))[0]).toBe(412);
    expect((await send('DELETE', '/kept', { as: projects.master }))[0]).toBe(204);
  });

  it('are none in an empty repository', async () => {
    const of = projects.make();
    expect(await send('GET', '', { of })).toEqual([200, []]);
    expect(await send('GET', '/v1', { of })).toEqual([404, { message: '404 Tag Not Found' }]);
    expect(await create('v1', {}, { of })).toEqual([400, { message: 'Target main is invalid' }]);
  });
});

describe('release texts', () => {
  it('are given once, changed, and gone with their tag', async () => {
    const of = await withTags('v1');
    const body = { description: 'One' };
    expect(await send('PUT', '/v1/release', { of, body })).toEqual([404, { message: 'Release does not exist' }]);
    expect(await send('POST', '/v1/release', { of, body })).toEqual([201, { tag_name: 'v1', description: 'One' }]);
    expect(await send('POST', '/v1/release', { of, body })).toEqual([409, { message: 'Release already exists' }]);
    const changed = { tag_name: 'v1', description: 'Two' };
    expect(await send('PUT', '/v1/release', { of, body: { description: 'Two' } })).toEqual([200, changed]);
    expect(await send('GET', '/v1', { of })).toMatchObject([200, { release: changed }]);
    expect((await send('DELETE', '/v1', { of, as: projects.master }))[0]).toBe(204);
    expect(await create('v1', {}, { of })).toMatchObject([201, { release: null }]);
  });

  it('need a tag and a text', async () => {
    const of = await withTags('v1');
    const missing = [404, { message: 'Tag does not exist' }];
    for (const method of ['POST', 'PUT'])
      for (const name of ['nope', 'a..b'])
        expect(await send(method, `/${name}/release`, { of, body: { description: 'x' } })).toEqual(missing);
    expect(await send('POST', '/v1/release', { of, body: {} })).toEqual([400, { error: 'description is missing' }]);
  });
});

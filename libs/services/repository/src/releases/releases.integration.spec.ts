import type { Principal } from '@hearth/contract-kit';
import type { Git as Client } from '@hearth/testing';
import { ReleasesProvider } from '../provider/releases.provider.js';
import { GHOST_ID, type FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { RemoveReleaseAuthor } from './remove-author.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let project: FakeProject;
let client: Client;
let first: string;

beforeEach(async () => {
  ({ project, client } = await projects.start('public'));
  first = await client.idOf('HEAD');
});

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly location: string | null;
}

async function send(
  method: string,
  rest: string,
  body?: object,
  as: Principal | null = projects.developer,
): Promise<Answer> {
  const response = await app.send(`/api/v4/projects/${project.id}${rest}`, {
    method,
    ...(as && { as }),
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    body: text === '' ? null : JSON.parse(text),
    location: response.headers.get('location'),
  };
}

const create = (tag: string, more: object = {}) => send('POST', '/releases', { tag_name: tag, ref: 'main', ...more });
const link = (name: string, more: object = {}) => ({ name, url: `https://example.com/${name}`, ...more });
const messages = async (name: string) => {
  const rows = await app.database.query<{ data: { release: { tag: string; links: { name: string }[] } } }>(
    'select data from outbox where type = $1 and key = $2 order by id',
    [`repository.release-${name}`, String(project.id)],
  );
  return rows.map(({ data: { release } }) => [release.tag, ...release.links.map((each) => each.name)]);
};

describe('a release', () => {
  it('is found as the one that was created last', async () => {
    const newest = async () => (await app.get(ReleasesProvider).newest({ projectId: project.id })).release;
    expect(await newest()).toBeNull();
    await create('later', { released_at: '2030-01-02T03:04:05Z' });
    await create('early', { released_at: '2018-01-02T03:04:05Z', assets: { links: [link('a')] } });
    expect(await newest()).toMatchObject({ tag: 'early', name: 'early', links: [{ name: 'a' }] });
  });

  it('is created with its tag, and read', async () => {
    const milestone = {
      ...{
        id: 7,
        iid: 1,
        projectId: project.id,
        groupId: null,
        title: '1.0',
        description: null,
        state: 'active' as const,
      },
      ...{
        dueDate: null,
        startDate: null,
        createdAt: '2018-01-01T00:00:00.000Z',
        updatedAt: '2018-01-01T00:00:00.000Z',
      },
    };
    app.services.milestones.push(milestone);
    const made = await create('v/1.0', {
      name: 'First',
      description: '# Notes',
      tag_message: 'The first',
      milestones: ['1.0'],
      released_at: '2018-01-02T03:04:05Z',
      assets: { links: [link('a', { link_type: 'package', filepath: '/bin/a' }), link('b')] },
    });
    const at = `${app.url}/api/v4/projects/${project.id}`;
    const record = {
      tag_name: 'v/1.0',
      name: 'First',
      description: '# Notes',
      released_at: '2018-01-02T03:04:05.000Z',
      upcoming_release: false,
      author: expect.objectContaining({ id: projects.developer.userId }),
      commit: expect.objectContaining({ id: first }),
      milestones: [expect.objectContaining({ id: 7, title: '1.0' })],
      _links: { self: `${app.url}/${project.fullPath}/-/releases/v/1.0` },
    };
    const links = [
      { name: 'b', url: 'https://example.com/b', direct_asset_url: 'https://example.com/b', link_type: 'other' },
      {
        ...{ name: 'a', url: 'https://example.com/a', link_type: 'package' },
        direct_asset_url: `${at}/releases/v%2F1.0/downloads/bin%2Fa`,
      },
    ];
    expect(made).toMatchObject({ status: 201, body: { ...record, assets: { count: 6, links } } });
    expect(made.body).toMatchObject({
      assets: { sources: expect.arrayContaining([{ format: 'zip', url: `${at}/repository/archive.zip?sha=v%2F1.0` }]) },
    });
    expect(await send('GET', '/releases/v%2F1.0', undefined, null)).toMatchObject({ status: 200, body: record });
    expect((await send('GET', '/repository/tags/v%2F1.0')).body).toMatchObject({
      message: 'The first',
      release: { tag_name: 'v/1.0', description: '# Notes' },
    });
    expect(await messages('created')).toEqual([['v/1.0', 'b', 'a']]);
  });

  it('shares its text with the release of the tag', async () => {
    await send('POST', '/repository/tags', { tag_name: 'old', ref: 'main', release_description: 'Text' });
    expect((await send('GET', '/releases/old')).body).toMatchObject({ name: 'old', description: 'Text' });
    await send('PUT', '/repository/tags/old/release', { description: 'Changed' });
    expect((await send('GET', '/releases/old')).body).toMatchObject({ description: 'Changed' });
    expect(await messages('created')).toEqual([['old']]);
    expect(await messages('updated')).toEqual([['old']]);
  });

  it.each([
    ['no ref and no tag', { ref: null }, 422, { message: 'Ref is not specified' }],
    ['an unknown ref', { ref: 'nope' }, 400, { message: 'Target nope is invalid' }],
    ['a name that git refuses', { tag_name: 'a..b' }, 400, { message: 'Tag name invalid' }],
    ['an unknown milestone', { milestones: ['none', 'x'] }, 400, { message: 'Milestone(s) not found: none, x' }],
    [
      'a link that a browser would execute',
      { assets: { links: [{ name: 'x', url: 'javascript:x' }] } },
      400,
      { message: { url: ['is blocked: Only allowed schemes are http, https, ftp'] } },
    ],
    ['a release that exists', { tag_name: 'taken' }, 409, { message: 'Release already exists' }],
  ])('is refused with %s, and no tag is left', async (_, body, status, answer) => {
    await create('taken');
    expect(await create('new', body)).toMatchObject({ status, body: answer });
    const tags = (await send('GET', '/repository/tags')).body as { name: string }[];
    expect(tags.map(({ name }) => name)).toEqual(['taken']);
  });

  it('is changed field by field', async () => {
    await create('v1', { name: 'First', description: 'Text' });
    expect(await send('PUT', '/releases/v1', {})).toMatchObject({ status: 400, body: { message: 'params is empty' } });
    const soon = new Date(Date.now() + 3_600_000).toISOString();
    expect(await send('PUT', '/releases/v1', { released_at: soon })).toMatchObject({
      status: 200,
      body: { name: 'First', description: 'Text', released_at: soon, upcoming_release: true },
    });
    expect(await send('PUT', '/releases/none', { name: 'x' })).toMatchObject({ status: 404 });
    expect(await messages('updated')).toEqual([['v1']]);
  });

  it('is deleted without its tag, and with it', async () => {
    await create('v1', { assets: { links: [link('a')] } });
    expect(await send('DELETE', '/releases/v1')).toMatchObject({ status: 200, body: { tag_name: 'v1' } });
    expect(await send('GET', '/releases/v1')).toMatchObject({ status: 404, body: { message: '404 Not Found' } });
    expect((await send('GET', '/repository/tags/v1')).status).toBe(200);
    await create('v2', { assets: { links: [link('a')] } });
    await client.run(['remote', 'set-url', 'origin', app.remote(project.fullPath, projects.master)]);
    await client.run(['push', '--quiet', 'origin', ':refs/tags/v2']);
    expect((await send('GET', '/releases/v2')).status).toBe(404);
    expect(await messages('deleted')).toEqual([
      ['v1', 'a'],
      ['v2', 'a'],
    ]);
  });

  it('is changed by developers, and read by those who read the code', async () => {
    await create('v1');
    expect((await send('PUT', '/releases/v1', { name: 'x' }, projects.reporter)).status).toBe(403);
    expect((await send('DELETE', '/releases/v1', undefined, null)).status).toBe(401);
    project.visibility = 'private';
    expect((await send('GET', '/releases', undefined, projects.stranger)).status).toBe(404);
    expect((await send('GET', '/releases', undefined, projects.reporter)).status).toBe(200);
  });

  it('keeps its place when its author is deleted', async () => {
    const author = app.admit(app.services.addUser('leaver'));
    project.members.set(author.userId, 30);
    await send('POST', '/releases', { tag_name: 'v1', ref: 'main' }, author);
    app.services.removeUser(author);
    await app.get(RemoveReleaseAuthor).execute({ userId: author.userId });
    const rows = await app.database.query('select author_id from releases where project_id = $1', [project.id]);
    expect(rows).toEqual([{ author_id: GHOST_ID }]);
  });
});

describe('releases', () => {
  it('are listed by their dates, and the latest has an address', async () => {
    expect((await send('GET', '/releases/permalink/latest')).status).toBe(404);
    await create('v2', { released_at: '2018-02-01' });
    await create('v1', { released_at: '2018-01-01' });
    await create('v3', { released_at: '2018-03-01' });
    const tags = async (query: string) =>
      ((await send('GET', `/releases${query}`)).body as { tag_name: string }[]).map((release) => release.tag_name);
    expect(await tags('')).toEqual(['v3', 'v2', 'v1']);
    expect(await tags('?sort=asc&per_page=2')).toEqual(['v1', 'v2']);
    expect(await tags('?order_by=created_at')).toEqual(['v3', 'v1', 'v2']);
    expect(await send('GET', '/releases?include_html_description=true')).toMatchObject({
      status: 400,
      body: { error: 'include_html_description is not supported' },
    });
    expect(await send('GET', '/releases/permalink/latest')).toMatchObject({
      status: 302,
      location: `${app.url}/api/v4/projects/${project.id}/releases/v3`,
    });
  });
});

it('lists the releases of a group, of projects whose code the caller reads', async () => {
  const { project: hidden } = await projects.start('private');
  await create('open');
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ tag_name: 'hidden', ref: 'main' });
  await app.send(`/api/v4/projects/${hidden.id}/releases`, {
    method: 'POST',
    as: projects.developer,
    headers,
    body,
  });
  const list = async (query: string, as?: Principal) => {
    const response = await app.send(`/api/v4/groups/1/releases?${query}`, as ? { as } : {});
    return (await response.json()) as unknown;
  };
  const shown = async (as?: Principal) => {
    const releases = (await list('simple=true&per_page=100', as)) as { tag_name: string }[];
    return releases.filter(({ tag_name: tag }) => ['hidden', 'open'].includes(tag));
  };
  expect((await shown(projects.developer)).map(({ tag_name: tag }) => tag)).toEqual(['hidden', 'open']);
  expect(await shown()).toEqual([
    {
      ...{ tag_name: 'open', name: 'open', description: '', upcoming_release: false },
      ...{ created_at: expect.any(String), released_at: expect.any(String) },
    },
  ]);
  expect(await list('sort=asc')).toEqual({ error: 'simple is missing' });
  expect(await list('simple=false')).toEqual({ error: 'simple has to be true' });
});

describe('links of a release', () => {
  const at = '/releases/v1/assets/links';

  it('are added, read, changed and deleted', async () => {
    await create('v1');
    const made = await send('POST', at, link('a', { direct_asset_path: '/bin/a' }));
    expect(made).toMatchObject({ status: 201, body: { name: 'a', link_type: 'other' } });
    const { id } = made.body as { id: number };
    await send('POST', at, link('b'));
    expect((await send('GET', at)).body).toMatchObject([{ name: 'b' }, { name: 'a' }]);
    expect(await send('GET', '/releases/v1/downloads/bin%2Fa')).toMatchObject({
      status: 302,
      location: 'https://example.com/a',
    });
    expect(await send('PUT', `${at}/${id}`, { name: 'c', link_type: 'image' })).toMatchObject({
      status: 200,
      body: { name: 'c', url: 'https://example.com/a', link_type: 'image' },
    });
    expect(await send('DELETE', `${at}/${id}`)).toMatchObject({ status: 200, body: { name: 'c' } });
    expect((await send('GET', `${at}/${id}`)).status).toBe(404);
    expect((await send('GET', '/releases/v1/downloads/bin%2Fa')).status).toBe(404);
    expect(await messages('updated')).toEqual([
      ['v1', 'a'],
      ['v1', 'b', 'a'],
      ['v1', 'b', 'c'],
      ['v1', 'b'],
    ]);
  });

  it('are different ones, however many are added at once', async () => {
    await create('v1');
    const answers = await Promise.all([1, 2, 3].map(() => send('POST', at, link('a'))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(answers.find(({ status }) => status === 400)!.body).toEqual({
      message: { url: ['has already been taken'] },
    });
  });
});

it('takes the token of a job of a project that it allows, where the endpoint does', async () => {
  const { project: other } = await projects.start('public');
  const credential = { kind: 'job' as const, tokenId: null, scopes: [], projectId: project.id };
  const ofOwnJob = app.admit({ ...projects.developer, username: 'own-job', credential });
  const ofOtherJob = app.admit({
    ...{ ...projects.developer, username: 'other-job' },
    credential: { ...credential, projectId: other.id },
  });
  expect((await send('POST', '/releases', { tag_name: '1', ref: 'main' }, ofOwnJob)).status).toBe(201);
  expect((await send('GET', '/releases', undefined, ofOwnJob)).body).toHaveLength(1);
  const read = async (part: string) => (await send('GET', `/repository/${part}`, undefined, ofOwnJob)).status;
  for (const part of ['branches', 'tags', 'commits/main']) expect([part, await read(part)]).toEqual([part, 200]);
  const raw = `/api/v4/projects/${project.id}/repository/files/first.txt/raw?ref=main`;
  expect(await (await app.send(raw, { as: ofOwnJob })).text()).toBe('first\n');
  for (const part of ['branches/main', 'commits', 'files/first.txt?ref=main'])
    expect([part, await read(part)]).toEqual([part, 403]);
  const status = async () => (await send('GET', '/releases/1', undefined, ofOtherJob)).status;
  expect(await status()).toBe(404);
  app.services.jobAllowlists.set(project.id, { projects: [other.id] });
  expect(await status()).toBe(200);
});

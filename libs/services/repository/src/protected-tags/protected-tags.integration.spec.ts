import { rejects } from 'node:assert/strict';
import type { Principal } from '@hearth/contract-kit';
import { RepositoryAuditRecordedEvent } from '@hearth/repository-contracts';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let project: FakeProject;

beforeEach(async () => {
  ({ project } = await projects.start());
});

async function send(method: string, rest: string, body?: object, as: Principal = projects.master) {
  const response = await app.send(`/api/v4/projects/${project.id}/${rest}`, {
    ...{ method, as },
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? null : JSON.parse(text) };
}

const protect = (name: string, more: object = {}) => send('POST', 'protected_tags', { name, ...more });
const levels = (access_level: number, access_level_description: string) => [
  { id: expect.any(Number), access_level, access_level_description },
];
const MASTERS = levels(40, 'Masters');

describe('protected tags', () => {
  it('are rules of names and patterns', async () => {
    expect(await protect('v*')).toEqual({ status: 201, body: { name: 'v*', create_access_levels: MASTERS } });
    const open = { name: 'v-open', create_access_levels: levels(30, 'Developers + Masters') };
    expect(await protect('v-open', { create_access_level: 30 })).toEqual({ status: 201, body: open });
    expect(await protect('v*')).toEqual({ status: 409, body: { message: "Protected tag 'v*' already exists" } });
    expect((await send('GET', 'protected_tags')).body).toEqual([{ name: 'v*', create_access_levels: MASTERS }, open]);
    expect((await send('GET', 'protected_tags/v-open')).body).toEqual(open);
    expect((await send('DELETE', 'protected_tags/v-open')).status).toBe(204);
    expect((await send('DELETE', 'protected_tags/v-open')).status).toBe(404);
    expect((await send('GET', 'protected_tags', undefined, projects.developer)).status).toBe(403);
  });

  it.each([
    ['a blank name', { name: ' ' }, 422, { message: { name: ["can't be blank"] } }],
    [
      'another level',
      { name: 'a', create_access_level: 20 },
      400,
      { error: 'create_access_level does not have a valid value' },
    ],
    [
      'single users',
      { name: 'a', allowed_to_create: [{ user_id: 1 }] },
      400,
      { error: 'allowed_to_create is not supported' },
    ],
  ])('are refused with %s', async (_, body, status, answer) => {
    expect(await send('POST', 'protected_tags', body)).toEqual({ status, body: answer });
  });

  it('are audited', async () => {
    await protect('v*');
    await send('DELETE', 'protected_tags/v*');
    const rows = await app.database.query<{ data: { kind: string; details: object } }>(
      `select data from outbox where type = $1 and data->'subject'->>'id' = $2 order by id`,
      [RepositoryAuditRecordedEvent.name, String(project.id)],
    );
    expect(rows.map(({ data }) => [data.kind, data.details])).toEqual([
      ['tag.protected', { name: 'v*', createAccessLevel: 40 }],
      ['tag.unprotected', { name: 'v*' }],
    ]);
  });

  it('are created by those whom a rule allows, by git, by the API and with a release', async () => {
    await protect('v*');
    const client = await projects.client(project, projects.developer);
    await client.run(['fetch', '--quiet', 'origin']);
    const push = (tag: string) => client.run(['push', '--quiet', 'origin', `origin/main:refs/tags/${tag}`]);
    const reason = 'You are not allowed to create this tag as it is protected.';
    await rejects(push('v1'), new RegExp(reason));
    await push('1.0');
    const tag = { tag_name: 'v1', ref: 'main' };
    const refused = { status: 400, body: { message: reason } };
    expect(await send('POST', 'repository/tags', tag, projects.developer)).toEqual(refused);
    expect((await send('POST', 'releases', tag, projects.developer)).status).toBe(403);
    expect((await send('POST', 'releases', tag)).status).toBe(201);
    expect((await send('PUT', 'releases/v1', { name: 'x' }, projects.developer)).status).toBe(403);
    const link = { name: 'x', url: 'https://example.com' };
    expect((await send('POST', 'releases/v1/assets/links', link, projects.developer)).status).toBe(403);
    const text = { description: 'x' };
    expect((await send('PUT', 'repository/tags/v1/release', text, projects.developer)).status).toBe(403);
    expect((await send('DELETE', 'releases/v1', undefined, projects.developer)).status).toBe(403);
    const tags = (await send('GET', 'repository/tags?order_by=name')).body as { name: string; protected: boolean }[];
    expect(tags.map((each) => [each.name, each.protected])).toEqual([
      ['v1', true],
      ['1.0', false],
    ]);
  });

  it('are neither moved nor deleted by git, and deleted by masters through the API', async () => {
    const client = await projects.client(project, projects.master);
    // The first commits of two clients are the same when they are made within one second.
    await projects.commit(client, 'another');
    await client.run(['fetch', '--quiet', 'origin']);
    await client.run(['push', '--quiet', 'origin', 'origin/main:refs/tags/v1']);
    await protect('v*');
    await rejects(client.run(['push', '-f', 'origin', 'main:refs/tags/v1']), /Protected tags cannot be updated/);
    await rejects(client.run(['push', 'origin', ':refs/tags/v1']), /You can only delete protected tags using the API/);
    expect((await send('DELETE', 'repository/tags/v1', undefined, projects.developer)).status).toBe(400);
    expect((await send('DELETE', 'repository/tags/v1')).status).toBe(204);
  });
});

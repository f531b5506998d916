import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { ResolveAccessQuery } from '@hearth/projects-contracts';
import { until } from '@hearth/data/testing';
import type { Git as Client } from '@hearth/testing';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { WriteLocks } from '../repositories/write-locks.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let project: FakeProject;
let client: Client;
let tip: string;

beforeAll(async () => {
  ({ project, client } = await projects.start('public'));
  tip = await client.idOf('HEAD');
});

interface Options {
  readonly as?: Principal | undefined;
  readonly body?: object;
  readonly headers?: Record<string, string>;
  readonly of?: FakeProject;
}

/** Returns status and body; the body is null when it is empty. */
async function send(method: string, rest: string, options: Options = {}): Promise<[number, unknown]> {
  const { as = 'as' in options ? undefined : projects.developer, body, headers = {}, of = project } = options;
  const response = await app.send(`/api/v4/projects/${of.id}/repository/${rest}`, {
    method,
    as,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return [response.status, text === '' ? null : JSON.parse(text)];
}

const create = (branch: string, ref = 'main', options: Options = {}) =>
  send('POST', 'branches', { ...options, body: { branch, ref } });
const at = (branch: string) => `branches/${encodeURIComponent(branch)}`;
const refused = (message: string) => [400, { message }];

const NAMES = [
  'a/b/c',
  'v1.0',
  '100%',
  'naïve-ветка-枝',
  'refs-like',
  'dots.in.it/x.y',
  'plus+and space'.replace(' ', '_'),
];

describe('branches', () => {
  it.each(NAMES)('are created, read and deleted as %s', async (name) => {
    const record = { name, commit: expect.objectContaining({ id: tip, title: 'first' }), merged: false };
    const unprotected = { protected: false, developers_can_push: false, developers_can_merge: false };
    expect(await create(name)).toEqual([201, { ...record, ...unprotected }]);
    expect(await send('GET', at(name))).toEqual([200, { ...record, ...unprotected }]);
    expect(await send('HEAD', at(name))).toEqual([204, null]);
    expect(await projects.refs(project)).toContain(`${tip}\trefs/heads/${name}`);
    expect(await send('DELETE', at(name))).toEqual([204, null]);
    expect(await send('HEAD', at(name))).toEqual([404, null]);
    expect(await send('GET', at(name))).toEqual([404, { message: '404 Branch Not Found' }]);
  });

  it('begin at a branch, a tag, and an id, full or short', async () => {
    await client.run(['push', '--quiet', 'origin', 'HEAD:refs/tags/v1']);
    for (const ref of ['main', 'v1', tip, tip.slice(0, 8)])
      expect(await send('POST', 'branches', { body: { branch_name: `from-${ref}`, ref } })).toMatchObject([
        201,
        { commit: { id: tip } },
      ]);
  });

  it('are published as the changes of the caller, by the API', async () => {
    await create('told');
    await send('DELETE', at('told'));
    const rows = await app.database.query<{ data: Record<string, unknown> }>(
      `select data from outbox where key = $1 and data->>'ref' = 'refs/heads/told' order by id`,
      [String(project.id)],
    );
    const origin = { via: 'api', userId: projects.developer.userId, pushId: expect.any(String) };
    expect(rows.map(({ data }) => data)).toMatchObject([
      { ...origin, oldId: null, newId: tip },
      { ...origin, oldId: tip, newId: null },
    ]);
  });

  it.each([
    ['nothing', {}, { error: 'branch is missing, ref is missing' }],
    ['no ref', { branch: 'x' }, { error: 'ref is missing' }],
    ['a branch of another type', { branch: ['x'], ref: 'main' }, { error: 'branch is invalid' }],
    ['a name that git refuses', { branch: 'a..b', ref: 'main' }, { message: 'Branch name is invalid' }],
    ['an option', { branch: '-x', ref: 'main' }, { message: 'Branch name is invalid' }],
    ['a full ref', { branch: 'refs/heads/x', ref: 'main' }, { message: 'Branch name is invalid' }],
    ['HEAD', { branch: 'HEAD', ref: 'main' }, { message: 'Branch name is invalid' }],
    ['a branch that exists', { branch: 'main', ref: 'nope' }, { message: 'Branch already exists' }],
    ['an unknown ref', { branch: 'x', ref: 'nope' }, { message: 'Invalid reference name' }],
    ['an option as ref', { branch: 'x', ref: '--all' }, { message: 'Invalid reference name' }],
    ['a range', { branch: 'x', ref: 'main..main' }, { message: 'Invalid reference name' }],
    [
      'a folder of a branch',
      { branch: 'main/x', ref: 'main' },
      { message: 'Branch name conflicts with an existing branch' },
    ],
  ])('are refused with %s', async (_, body, answer) => {
    expect(await send('POST', 'branches', { body })).toEqual([400, answer]);
  });

  it.each(['a..b', '../../../etc/passwd', 'x\u0000y', 'refs/heads/main', '--all', 'main^{commit}', 'HEAD'])(
    'are not found as %j',
    async (name) => {
      const unknown = [404, { message: '404 Branch Not Found' }];
      expect(await send('GET', at(name))).toEqual(unknown);
      expect(await send('DELETE', at(name))).toEqual(unknown);
    },
  );

  it('stay where they are protected or the default one', async () => {
    await create('release');
    await app.database.query(
      `insert into protected_branches (project_id, name, push_level, merge_level) values ($1, 'rel*', 40, 40)`,
      [project.id],
    );
    const pushRefused = refused('You are not allowed to push code to protected branches on this project.');
    expect(await create('release-2')).toEqual(pushRefused);
    expect(await send('DELETE', at('release'))).toEqual(
      refused(
        'You are not allowed to delete protected branches from this project. Only a project master or owner can delete a protected branch.',
      ),
    );
    expect(await send('DELETE', at('release'), { as: projects.master })).toEqual([204, null]);
    expect(await send('DELETE', at('main'), { as: projects.master })).toEqual(
      refused('The default branch of a project cannot be deleted.'),
    );
  });

  it('stay when their commit was authored later than the client allows', async () => {
    await create('conditional');
    const headers = { 'if-unmodified-since': 'Thu, 01 Jan 2004 00:00:00 GMT' };
    expect(await send('DELETE', at('conditional'), { headers })).toEqual([412, { message: '412 Precondition Failed' }]);
    const later = { 'if-unmodified-since': new Date(Date.now() + 60_000).toUTCString() };
    expect(await send('DELETE', at('conditional'), { headers: later })).toEqual([204, null]);
  });

  it('are for those who push', async () => {
    for (const as of [projects.reporter, projects.stranger, undefined]) {
      expect(await create('mine', 'main', { as })).toEqual([403, { message: '403 Forbidden' }]);
      expect(await send('POST', 'branches', { as, body: {} })).toEqual([403, { message: '403 Forbidden' }]);
      expect(await send('DELETE', at('main'), { as })).toEqual([403, { message: '403 Forbidden' }]);
      expect(await send('GET', at('main'), { as })).toMatchObject([200, { name: 'main', protected: true }]);
    }
    const hidden = projects.make();
    expect(await create('mine', 'main', { as: undefined, of: hidden })).toEqual([
      404,
      { message: '404 Project Not Found' },
    ]);
  });

  it('are not there in an empty repository', async () => {
    const empty = projects.make();
    expect(await send('GET', at('main'), { of: empty })).toEqual([404, { message: '404 Branch Not Found' }]);
    expect(await send('DELETE', at('main'), { of: empty })).toEqual([404, { message: '404 Branch Not Found' }]);
  });

  it('begin in an empty repository with a README.md on the default one, for masters', async () => {
    const empty = projects.make();
    const message = 'You are not allowed to push code to protected branches on this project.';
    expect(await create('topic', 'master', { of: empty })).toEqual(refused(message));
    expect(await create('topic', 'trunk', { of: empty, as: projects.master })).toEqual(
      refused('Invalid reference name'),
    );
    expect(await create('topic', 'master', { of: empty, as: projects.master })).toMatchObject([
      201,
      { name: 'topic', protected: false, commit: { title: 'Add README.md', author_name: 'Name of master' } },
    ]);
    expect(await send('GET', at('master'), { of: empty })).toMatchObject([200, { protected: true, merged: false }]);
    const clone = await app.clientFolder('begun');
    await clone.run(['clone', '--quiet', app.remote(empty.fullPath, projects.reporter), '.']);
    expect(await clone.lines('ls-tree', 'HEAD')).toEqual([
      '100644 blob e69de29bb2d1d6434b8b29ae775ad8c2e48c5391\tREADME.md',
    ]);
    const same = projects.make();
    expect((await create('master', 'master', { of: same, as: projects.master }))[0]).toBe(201);
    const later = projects.make();
    expect((await create('topic', 'main', { of: later, as: projects.master }))[0]).toBe(201);
    expect(await send('GET', at('main'), { of: later })).toMatchObject([200, { protected: true }]);
  });

  it('are refused to who lost the right while waiting for the turn', async () => {
    const leaver = app.admit(app.services.addUser('leaver'));
    project.members.set(leaver.userId, AccessLevel.developer);
    const lock = await app.get(WriteLocks).acquire(project.id);
    const admitted = () => app.services.asked.filter((name) => name === ResolveAccessQuery.name).length;
    const before = admitted();
    const waiting = create('too-late', 'main', { as: leaver });
    await until('the guard has let it in', () => Promise.resolve(admitted() > before));
    project.members.delete(leaver.userId);
    lock.release();
    expect(await waiting).toEqual([403, { message: '403 Forbidden' }]);
    expect((await send('GET', at('too-late')))[0]).toBe(404);
  });

  it('are created once by many at the same time', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => create('raced')));
    expect(answers.map(([status]) => status).sort()).toEqual([201, ...Array<number>(7).fill(400)]);
  });
});

import type { Principal } from '@hearth/contract-kit';
import { RepositoryAuditRecordedEvent } from '@hearth/repository-contracts';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);

type Answer = [status: number, body: unknown];

async function send(
  { id }: FakeProject,
  method: string,
  rest: string,
  { as = projects.master, body, headers = {} }: { as?: Principal | null; body?: object; headers?: object } = {},
): Promise<Answer> {
  const response = await app.send(`/api/v4/projects/${id}/${rest}`, {
    method,
    ...(as && { as }),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return [response.status, text === '' ? null : JSON.parse(text)];
}

/** Returns the audit records of a project, oldest first. */
async function recorded({ id }: FakeProject): Promise<unknown[]> {
  const rows = await app.database.query<{ data: Record<string, unknown> }>(
    `select data from outbox where type = $1 and data->'subject'->>'id' = $2 order by id`,
    [RepositoryAuditRecordedEvent.name, String(id)],
  );
  return rows.map(({ data }) => [data['kind'], data['actorId'], data['details']]);
}

const id = expect.any(Number) as number;
const MASTERS = { id, access_level: 40, access_level_description: 'Masters' };
const DEVELOPERS = { id, access_level: 30, access_level_description: 'Developers + Masters' };
const NOBODY = { id, access_level: 0, access_level_description: 'No one' };
const rule = (name: string, push: object = MASTERS, merge: object = MASTERS) => ({
  ...{ id, name, push_access_levels: [push], merge_access_levels: [merge] },
  ...{ allow_force_push: false, code_owner_approval_required: false },
});

describe('protect and unprotect', () => {
  const protect = (project: FakeProject, body: object = {}) =>
    send(project, 'PUT', 'repository/branches/a%2Fb/protect', { body });
  const flags = (on: boolean, push: boolean, merge: boolean) => [
    200,
    expect.objectContaining({ name: 'a/b', protected: on, developers_can_push: push, developers_can_merge: merge }),
  ];

  it('move through their states', async () => {
    const { project, client } = await projects.start();
    await client.run(['push', '--quiet', 'origin', 'main:a/b']);
    expect(await protect(project)).toEqual(flags(true, false, false));
    expect(await protect(project, { developers_can_push: true })).toEqual(flags(true, true, false));
    expect(await protect(project, { developers_can_merge: 'true' })).toEqual(flags(true, true, true));
    expect(await protect(project, {})).toEqual(flags(true, true, true));
    expect(await protect(project, { developers_can_push: false })).toEqual(flags(true, false, true));
    expect(await send(project, 'PUT', 'repository/branches/a%2Fb/unprotect')).toEqual(flags(false, false, false));
    expect(await send(project, 'PUT', 'repository/branches/a%2Fb/unprotect')).toEqual(flags(false, false, false));
    const details = { name: 'a/b', pushAccessLevel: 40, mergeAccessLevel: 40, allowForcePush: false };
    const by = projects.master.userId;
    expect(await recorded(project)).toEqual([
      ['branch.protected', by, details],
      ['branch.protected', by, { ...details, pushAccessLevel: 30 }],
      ['branch.protected', by, { ...details, pushAccessLevel: 30, mergeAccessLevel: 30 }],
      ['branch.protected', by, { ...details, mergeAccessLevel: 30 }],
      ['branch.unprotected', by, { name: 'a/b' }],
    ]);
  });

  it('leave what a pattern covers protected', async () => {
    const { project, client } = await projects.start();
    await client.run(['push', '--quiet', 'origin', 'main:a/b']);
    await send(project, 'POST', 'protected_branches', { body: { name: 'a/*', push_access_level: 30 } });
    await protect(project);
    expect(await send(project, 'PUT', 'repository/branches/a%2Fb/unprotect')).toEqual(flags(true, true, false));
  });

  it('are for masters, and for branches', async () => {
    const { project } = await projects.start('public');
    for (const verb of ['protect', 'unprotect']) {
      for (const as of [projects.developer, projects.stranger, null])
        expect(await send(project, 'PUT', `repository/branches/main/${verb}`, { as })).toEqual([
          403,
          { message: '403 Forbidden' },
        ]);
      expect(await send(project, 'PUT', `repository/branches/nope/${verb}`)).toEqual([
        404,
        { message: '404 Branch Not Found' },
      ]);
    }
    expect(await protect(project, { developers_can_push: 'maybe' })).toEqual([
      400,
      { error: 'developers_can_push is invalid' },
    ]);
  });
});

describe('protected_branches', () => {
  it('are added, listed, read and removed', async () => {
    const project = projects.make();
    const added = await send(project, 'POST', 'protected_branches', {
      body: { name: 'release/*', push_access_level: 0, merge_access_level: '30' },
    });
    expect(added).toEqual([201, rule('release/*', NOBODY, DEVELOPERS)]);
    expect(await send(project, 'POST', 'protected_branches', { body: { name: 'main' } })).toEqual([201, rule('main')]);
    expect(await send(project, 'GET', 'protected_branches')).toEqual([200, [added[1], rule('main')]]);
    expect(await send(project, 'GET', 'protected_branches?per_page=1&page=2')).toEqual([200, [rule('main')]]);
    expect(await send(project, 'GET', 'protected_branches?search=MAI')).toEqual([200, [rule('main')]]);
    expect(await send(project, 'GET', 'protected_branches?search=ease')).toEqual([200, [added[1]]]);
    expect(await send(project, 'GET', 'protected_branches?search=none')).toEqual([200, []]);
    expect(await send(project, 'GET', 'protected_branches/release%2F%2A')).toEqual([200, added[1]]);
    expect(await send(project, 'DELETE', 'protected_branches/release%2F*')).toEqual([204, null]);
    expect(await send(project, 'DELETE', 'protected_branches/release%2F*')).toEqual([
      404,
      { message: '404 Not found' },
    ]);
    expect(await recorded(project)).toMatchObject([
      ['branch.protected', projects.master.userId, { name: 'release/*', pushAccessLevel: 0, mergeAccessLevel: 30 }],
      ['branch.protected', projects.master.userId, { name: 'main' }],
      ['branch.unprotected', projects.master.userId, { name: 'release/*' }],
    ]);
  });

  it.each([
    [{}, 400, { error: 'name is missing' }],
    [{ name: 'taken' }, 409, { message: "Protected branch 'taken' already exists" }],
    [{ name: ' ' }, 422, { message: { name: ["can't be blank"] } }],
    [{ name: 'x'.repeat(256) }, 422, { message: { name: ['is too long (maximum is 255 characters)'] } }],
    [{ name: 'x', push_access_level: 20 }, 400, { error: 'push_access_level does not have a valid value' }],
    [{ name: 'x', unprotect_access_level: 30 }, 400, { error: 'unprotect_access_level is not supported' }],
    [{ name: 'x', allowed_to_push: [{ user_id: 1 }] }, 400, { error: 'allowed_to_push is not supported' }],
    [
      { name: 'x', code_owner_approval_required: true },
      400,
      { error: 'code_owner_approval_required is not supported' },
    ],
    [{ name: 'x', merge_access_level: 50 }, 400, { error: 'merge_access_level does not have a valid value' }],
  ])('are refused as %j', async (body, status, answer) => {
    const project = projects.make();
    await send(project, 'POST', 'protected_branches', { body: { name: 'taken' } });
    expect(await send(project, 'POST', 'protected_branches', { body })).toEqual([status, answer]);
  });

  it.each(['nope', 'x%00y', 'a*'])('are not found as %s', async (name) => {
    const project = projects.make();
    await send(project, 'POST', 'protected_branches', { body: { name: 'ab' } });
    for (const method of ['GET', 'DELETE'])
      expect(await send(project, method, `protected_branches/${name}`)).toEqual([404, { message: '404 Not found' }]);
  });

  it('stay when they were changed later than the client allows', async () => {
    const project = projects.make();
    await send(project, 'POST', 'protected_branches', { body: { name: 'x' } });
    const headers = { 'if-unmodified-since': 'Thu, 01 Jan 2004 00:00:00 GMT' };
    expect((await send(project, 'DELETE', 'protected_branches/x', { headers }))[0]).toBe(412);
  });

  it('allow force pushes where they say so', async () => {
    const { project, client } = await projects.start();
    const change = (name: string, allow_force_push?: boolean) =>
      send(project, 'PATCH', `protected_branches/${name}`, { body: { allow_force_push } });
    await client.run(['commit', '--quiet', '--amend', '-m', 'another']);
    const push = () => client.run(['push', '--quiet', '-f', 'origin', 'main']);
    await expect(push()).rejects.toThrow('You are not allowed to force push code to a protected branch');
    expect(await change('main')).toEqual([200, rule('main')]);
    expect(await change('main', true)).toEqual([200, { ...rule('main'), allow_force_push: true }]);
    await push();
    expect(await change('other', true)).toEqual([404, { message: '404 Not found' }]);
    expect((await recorded(project)).at(-1)).toMatchObject(['branch.protected', id, { allowForcePush: true }]);
  });

  it('decide about pushes and about branches that the API creates', async () => {
    const { project } = await projects.start();
    await send(project, 'POST', 'protected_branches', { body: { name: 'stable/*', push_access_level: 30 } });
    await send(project, 'POST', 'protected_branches', { body: { name: 'frozen', push_access_level: 0 } });
    const create = (branch: string, as: Principal) =>
      send(project, 'POST', 'repository/branches', { as, body: { branch, ref: 'main' } });
    expect((await create('stable/1', projects.developer))[0]).toBe(201);
    const message = 'You are not allowed to push code to protected branches on this project.';
    expect(await create('frozen', projects.master)).toEqual([400, { message }]);
  });
});

describe('merged_branches', () => {
  it('go, except protected ones, the default one and those of open merge requests', async () => {
    const { project, client } = await projects.start();
    for (const name of ['old', 'protected', 'needed']) await client.run(['push', '--quiet', 'origin', `main:${name}`]);
    await projects.commit(client, 'second');
    await client.run(['push', '--quiet', 'origin', 'main', 'main:same']);
    await client.run(['checkout', '--quiet', '-b', 'ahead']);
    await projects.commit(client, 'third');
    await client.run(['push', '--quiet', 'origin', 'ahead']);
    await send(project, 'POST', 'protected_branches', { body: { name: 'prot*' } });
    app.services.openBranches.push('needed');
    const before = await projects.journal(project);
    const accepted = [202, { message: '202 Accepted' }];
    expect(await send(project, 'DELETE', 'repository/merged_branches', { as: projects.developer })).toEqual(accepted);
    const names = (await projects.refs(project)).map((line) => line.split('\t')[1]).slice(1);
    expect(names).toEqual(['ahead', 'main', 'needed', 'protected', 'same'].map((name) => `refs/heads/${name}`));
    const { published } = await projects.journal(project);
    expect(published.slice(before.published.length)).toEqual([['refs/heads/old', expect.any(String), null]]);
  });

  it('are for those who push, and none in an empty repository', async () => {
    const project = projects.make('public');
    for (const as of [projects.reporter, projects.stranger, null])
      expect((await send(project, 'DELETE', 'repository/merged_branches', { as }))[0]).toBe(403);
    expect((await send(project, 'DELETE', 'repository/merged_branches'))[0]).toBe(202);
  });
});

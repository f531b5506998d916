import { AccessLevel, type Principal } from '@hearth/contract-kit';
import { CollaborationBranchesQuery } from '@hearth/merge-requests-contracts';
import { PUSH_REFUSALS } from '../protection/push.rules.js';
import { MergesProvider } from '../provider/merges.provider.js';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';
import { StorageLeases } from '../storages/storage-leases.js';
import { StorageOwnersStore } from '../storages/storage-owners.store.js';
import { PushRightsFacts } from './push-rights.facts.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
const { services } = app;

/** A public fork with the branch `topic`, from which an open merge request lets a user push. */
async function start() {
  const { project, client } = await projects.start('public');
  const tip = await client.idOf('HEAD');
  await client.run(['push', '--quiet', 'origin', 'main:topic', 'main:other']);
  const collaborator = app.admit(services.addUser('collaborator'));
  const share = (...branches: string[]) =>
    services.collaborations.set(`${project.id}/${collaborator.userId}`, branches);
  share('topic');
  await client.run(['remote', 'set-url', 'origin', app.remote(project.fullPath, collaborator)]);
  return { project, client, tip, collaborator, share };
}

async function commitBy(project: FakeProject, as: Principal, fields: object): Promise<[number, unknown]> {
  const response = await app.send(`/api/v4/projects/${project.id}/repository/commits`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, as },
    body: JSON.stringify({ commit_message: 'by the API', actions: [], allow_empty: true, ...fields }),
  });
  return [response.status, ((await response.json()) as { message?: unknown }).message];
}

const FORBIDDEN = [403, '403 Forbidden'];

describe('a collaborator of an open merge request', () => {
  it('pushes to its source branch by git, rewritten too, and to nothing else', async () => {
    const { project, client, share } = await start();
    const refused = async (...refs: string[]) => {
      const before = await projects.refs(project);
      const { code, stderr } = await client.attempt(['push', '--force', 'origin', ...refs]);
      expect([code, await projects.refs(project)]).toEqual([expect.any(Number), before]);
      return stderr;
    };
    await projects.commit(client, 'second');
    await client.run(['push', '--quiet', 'origin', 'main:topic']);
    await client.run(['commit', '--quiet', '--amend', '-m', 'rewritten']);
    await client.run(['push', '--quiet', '--force', 'origin', 'main:topic']);
    for (const ref of ['main:other', 'main:new', ':topic', 'main:refs/tags/v1', 'main:refs/notes/commits'])
      expect(await refused(ref)).toContain(PUSH_REFUSALS.pushCode);
    await projects.commit(client, 'third');
    expect(await refused('main:topic', 'main:other')).toContain(PUSH_REFUSALS.pushCode);
    share('topic', 'other');
    await client.run(['push', '--quiet', 'origin', 'main:topic', 'main:other']);
    share();
    expect(await refused('main:topic')).toContain('403');
  });

  it('loses the right while a push is under way', async () => {
    const { client, share } = await start();
    await projects.commit(client, 'second');
    const rights = app.get(PushRightsFacts);
    const again = rights.again.bind(rights);
    rights.again = (...args) => {
      rights.again = again;
      share();
      return again(...args);
    };
    const { code, stderr } = await client.attempt(['push', 'origin', 'main:topic']);
    expect([code, stderr]).toEqual([1, expect.stringContaining(PUSH_REFUSALS.pushCode)]);
  });

  it('adds commits by the API', async () => {
    const { project, collaborator, share } = await start();
    expect(await commitBy(project, collaborator, { branch: 'topic' })).toEqual([201, expect.anything()]);
    const refused = [400, 'You are not allowed to push into this branch'];
    expect(await commitBy(project, collaborator, { branch: 'other' })).toEqual(FORBIDDEN);
    expect(await commitBy(project, collaborator, { branch: 'new', start_branch: 'topic' })).toEqual(FORBIDDEN);
    share('gone');
    expect(await commitBy(project, collaborator, { branch: 'gone', start_branch: 'topic' })).toEqual(refused);
    // Refused before the start is fetched: the answer for this one would be 404.
    expect(await commitBy(project, collaborator, { branch: 'gone', start_project: 1_000_000 })).toEqual(refused);
    share('topic');
    const file = await app.send(`/api/v4/projects/${project.id}/repository/files/new.txt`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, as: collaborator },
      body: JSON.stringify({ branch: 'other', content: 'x', commit_message: 'x' }),
    });
    expect(file.status).toBe(403);
    const created = await app.send(`/api/v4/projects/${project.id}/repository/branches?branch=mine&ref=topic`, {
      ...{ method: 'POST', as: collaborator },
    });
    expect(created.status).toBe(403);
  });

  it('rebases the branch', async () => {
    const { project, tip, collaborator } = await start();
    const { userId, name, email } = collaborator;
    const asked = { projectId: project.id, ontoProjectId: project.id, tip, onto: tip, skipCi: false };
    const rebase = (branch: string) =>
      app.get(MergesProvider).rebase({
        ...{ ...asked, branch, rebaser: { userId, name, email, tokenId: null } },
        rebasedAt: new Date(0).toISOString(),
      });
    expect(await rebase('topic')).toEqual({ outcome: 'rebased', commit: tip });
    expect(await rebase('other')).toMatchObject({ outcome: 'forbidden' });
    services.collaborations.clear();
    expect(await rebase('topic')).toMatchObject({ outcome: 'forbidden' });
  });

  it.each<[string, (project: FakeProject) => void, git: string, api: number]>([
    ['the fork is archived', (project) => (project.archived = true), '403', 403],
    ['its code is only for members', (project) => (project.features = { repository: 'private' }), '403', 403],
    ['the fork is private', (project) => (project.visibility = 'private'), 'not found', 404],
    ['merge-requests does not answer', () => (services.hasMergeRequests = false), '403', 403],
  ])('pushes nothing when %s', async (_, change, git, api) => {
    const { project, client, collaborator } = await start();
    await projects.commit(client, 'second');
    change(project);
    try {
      expect((await client.attempt(['push', 'origin', 'main:topic'])).stderr).toContain(git);
      expect((await commitBy(project, collaborator, { branch: 'topic' }))[0]).toBe(api);
    } finally {
      services.hasMergeRequests = true;
    }
  });

  it('pushes nothing to a protected branch', async () => {
    const { project, client, collaborator } = await start();
    const path = `/api/v4/projects/${project.id}/protected_branches?name=top*`;
    expect((await app.send(path, { method: 'POST', as: projects.master })).status).toBe(201);
    await projects.commit(client, 'second');
    const { stderr } = await client.attempt(['push', 'origin', 'main:topic']);
    expect(stderr).toContain(PUSH_REFUSALS.pushCode);
    expect((await commitBy(project, collaborator, { branch: 'topic' }))[0]).toBe(400);
  });

  it.each<[Principal['credential']['kind'], (project: FakeProject) => Partial<Principal['credential']>]>([
    ['deploy-key', () => ({ deployKeyId: 7 })],
    ['deploy-token', () => ({ deployTokenId: 7 })],
    ['job', ({ id }) => ({ projectId: id })],
  ])('does not push by a credential of the kind %s', async (kind, rest) => {
    const { project, client } = await start();
    const creator = services.addUser(`creator-${kind}`);
    services.collaborations.set(`${project.id}/${creator.userId}`, ['topic']);
    services.deployTokens.set(7, { kind: 'project', id: project.id });
    const credential = { kind, tokenId: null, scopes: ['write_repository' as const], ...rest(project) };
    const principal = app.admit({ ...creator, credential });
    await client.run(['remote', 'set-url', 'origin', app.remote(project.fullPath, principal)]);
    await projects.commit(client, 'second');
    services.asked.length = 0;
    expect((await client.attempt(['push', 'origin', 'main:topic'])).stderr).toContain('403');
    expect(services.asked).not.toContain(CollaborationBranchesQuery.name);
  });
});

describe('a user without the right to push', () => {
  const submodule = ({ id }: FakeProject, fields: object) =>
    app.send(`/api/v4/projects/${id}/repository/submodules/lib`, {
      ...{ method: 'PUT', headers: { 'content-type': 'application/json' }, as: projects.stranger },
      body: JSON.stringify({ branch: 'main', ...fields }),
    });

  it('is refused before anything else is checked', async () => {
    const { project } = await start();
    expect((await submodule(project, { commit_sha: 'no id' })).status).toBe(403);
    const maintain = async (isOn: boolean) => {
      await app.database.tx((tx) => app.get(StorageOwnersStore).setMaintenance(tx, 'here', isOn));
      await app.get(StorageLeases).renew();
    };
    await maintain(true);
    try {
      expect(await commitBy(project, projects.stranger, { branch: 'topic' })).toEqual(FORBIDDEN);
      expect((await submodule(project, { commit_sha: 'a'.repeat(40) })).status).toBe(403);
    } finally {
      await maintain(false);
    }
  });

  it('creates no repository', async () => {
    const project = projects.make('public');
    expect(await commitBy(project, projects.stranger, { branch: 'main' })).toEqual(FORBIDDEN);
    const rows = await app.database.query('select from repositories where project_id = $1', [project.id]);
    expect(rows).toEqual([]);
  });
});

it('is asked for only where the right to push is missing', async () => {
  const { project, client } = await start();
  project.members.set(projects.developer.userId, AccessLevel.developer);
  await client.run(['remote', 'set-url', 'origin', app.remote(project.fullPath, projects.developer)]);
  await projects.commit(client, 'second');
  services.asked.length = 0;
  await client.run(['push', '--quiet', 'origin', 'main:topic']);
  expect(services.asked).not.toContain(CollaborationBranchesQuery.name);
});

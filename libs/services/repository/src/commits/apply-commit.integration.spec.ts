import type { Principal } from '@hearth/contract-kit';
import type { Git as Client } from '@hearth/testing';
import type { FakeProject } from '../testing/fake-services.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);

async function apply(
  project: FakeProject,
  verb: 'cherry_pick' | 'revert',
  sha: string,
  body: object = { branch: 'main' },
  as: Principal = projects.master,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const url = `/api/v4/projects/${project.id}/repository/commits/${encodeURIComponent(sha)}/${verb}`;
  const headers = { 'content-type': 'application/json' };
  const response = await app.send(url, { method: 'POST', headers, body: JSON.stringify(body), as });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const refused = (verb: string) => ({
  status: 400,
  body: {
    message: expect.stringMatching(
      new RegExp(
        `^Sorry, we cannot ${verb} this commit automatically\\.\n +This commit may already have been ${verb}ed, or a more recent commit may have updated some of its content\\.$`,
      ),
    ) as string,
  },
});

/** Creates a project whose branch `topic` has a merge of `side`; its `main` does not have it. */
async function started(): Promise<{ project: FakeProject; client: Client; picked: string; merge: string }> {
  const { project, client } = await projects.start();
  await client.run(['checkout', '--quiet', '-b', 'topic']);
  await projects.commit(client, 'picked', 'one\ntwo\nthree\n');
  await client.run([
    'commit',
    '--quiet',
    '--amend',
    '--author',
    'Ada <ada@example.com>',
    '--date',
    '2018-01-15T11:07:21+0100',
    '-m',
    'Pick me\n\nBecause.',
  ]);
  const picked = await client.idOf('HEAD');
  await client.run(['checkout', '--quiet', '-b', 'side', 'main']);
  await projects.commit(client, 'side');
  await client.run(['checkout', '--quiet', 'topic']);
  await client.run(['merge', '--quiet', '--no-ff', '-m', 'Merge side', 'side']);
  const merge = await client.idOf('HEAD');
  await client.run(['push', '--quiet', 'origin', 'topic']);
  return { project, client, picked, merge };
}

describe('applying a commit', () => {
  it('makes what git cherry-pick and git revert make', async () => {
    const { project, client, picked, merge } = await started();
    const tree = async (ref: string) => (await client.run(['rev-parse', `${ref}^{tree}`])).toString();
    const first = await apply(project, 'cherry_pick', picked);
    expect(first).toMatchObject({
      status: 201,
      body: {
        message: `Pick me\n\nBecause.\n\n(cherry picked from commit ${picked})`,
        ...{ author_name: 'Ada', authored_date: '2018-01-15T11:07:21.000+01:00', committer_name: 'Name of master' },
      },
    });
    expect((await apply(project, 'cherry_pick', merge.slice(0, 10))).status).toBe(201);
    await client.run(['fetch', '--quiet', 'origin']);
    await client.run(['checkout', '--quiet', '-b', 'expected', 'main']);
    await client.run(['cherry-pick', picked]);
    await client.run(['cherry-pick', '-m', '1', merge]);
    expect(await tree('origin/main')).toBe(await tree('expected'));

    const reverted = await apply(project, 'revert', String(first.body['id']));
    expect(reverted.body).toMatchObject({
      message: `Revert "Pick me"\n\nThis reverts commit ${String(first.body['id'])}`,
      author_name: 'Name of master',
    });
    await client.run(['fetch', '--quiet', 'origin']);
    await client.run(['revert', '--no-edit', 'HEAD~1']);
    expect(await tree('origin/main')).toBe(await tree('expected'));
    await client.run(['fsck', '--strict']);
    const { published } = await projects.journal(project);
    expect(published.at(-1)).toEqual(['refs/heads/main', expect.any(String), reverted.body['id']]);
  });

  it('is refused where it conflicts or changes nothing, and then nothing is changed', async () => {
    const { project, client, picked } = await started();
    const root = await client.idOf('main');
    await client.run(['checkout', '--quiet', 'main']);
    await projects.commit(client, 'picked', 'one\n2\nthree\n');
    await client.run(['push', '--quiet', 'origin', 'main']);
    const before = await projects.refs(project);
    expect(await apply(project, 'cherry_pick', picked)).toEqual(refused('cherry-pick'));
    expect(await apply(project, 'cherry_pick', root)).toEqual(refused('cherry-pick'));
    expect(await apply(project, 'revert', picked)).toEqual(refused('revert'));
    expect(await apply(project, 'cherry_pick', 'none')).toEqual({
      status: 404,
      body: { message: '404 Commit Not Found' },
    });
    expect(await apply(project, 'cherry_pick', picked, { branch: 'none' })).toEqual({
      ...{ status: 404, body: { message: '404 Branch Not Found' } },
    });
    expect((await apply(project, 'cherry_pick', picked, {})).body).toEqual({ error: 'branch is missing' });
    expect((await apply(project, 'cherry_pick', picked, { branch: 'main' }, projects.developer)).body).toEqual({
      message: 'You are not allowed to push into this branch',
    });
    expect((await apply(project, 'revert', picked, { branch: 'main' }, projects.reporter)).status).toBe(403);
    expect(await projects.refs(project)).toEqual(before);
  });
});

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MergesProvider } from '../provider/merges.provider.js';
import { RepositoryFull } from '../refusals.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);

/** A branch `topic` whose file `a.txt` has three lines. */
async function started() {
  const { project, client } = await projects.start();
  await client.run(['checkout', '--quiet', '-b', 'topic']);
  await writeFile(path.join(client.folder, 'a.txt'), 'one\ntwo\nthree\n');
  await client.run(['add', '.']);
  await client.run(['commit', '--quiet', '-m', 'Count']);
  await client.run(['push', '--quiet', 'origin', 'topic']);
  const { userId, credential, name, email } = projects.developer;
  const committer = { userId, tokenId: credential.tokenId, name, email };
  const change = { path: 'a.txt', from: 2, to: 2, lines: ['2', '2.5'], message: 'Apply' };
  const author = { name: 'Rita', email: 'rita@example.com' };
  const tip = await client.idOf('topic');
  const by = { author, committer, committedAt: '2018-01-15T10:07:21Z' };
  return { project, client, asked: { projectId: project.id, branch: 'topic', tip, ...change, ...by } };
}

it('replaces lines by one commit, however often it is asked', async () => {
  const { project, client, asked } = await started();
  const provider = app.get(MergesProvider);
  const replaced = await provider.replaceLines(asked);
  expect(replaced).toEqual({ outcome: 'committed', commit: expect.stringMatching(/^[0-9a-f]{40}$/) });
  const { published } = await projects.journal(project);
  expect(published.at(-1)).toEqual(['refs/heads/topic', asked.tip, replaced.commit]);
  expect(await provider.replaceLines(asked)).toEqual(replaced);
  expect((await projects.journal(project)).published).toEqual(published);
  await client.run(['fetch', '--quiet', 'origin']);
  expect(await client.lines('show', 'origin/topic:a.txt')).toEqual(['one', '2', '2.5', 'three']);
  expect(await client.lines('log', '-1', '--format=%an %ae %cn %s', 'origin/topic')).toEqual([
    'Rita rita@example.com Name of developer Apply',
  ]);
  await client.run(['fsck', '--strict']);
});

it('replaces lines of several places by one commit, unless they overlap', async () => {
  const { client, asked } = await started();
  const other = { path: 'a.txt', from: 1, to: 2, lines: ['0'] };
  const provider = app.get(MergesProvider);
  expect((await provider.replaceLines({ ...asked, others: [other] })).outcome).toBe('unfit');
  const both = await provider.replaceLines({ ...asked, others: [{ ...other, to: 1 }] });
  expect(both.outcome).toBe('committed');
  await client.run(['fetch', '--quiet', 'origin']);
  expect(await client.lines('show', 'origin/topic:a.txt')).toEqual(['0', '2', '2.5', 'three']);
});

it('leaves the branch where it has moved, lacks the lines, or the user may not push', async () => {
  const { client, asked } = await started();
  const outcome = async (fields: object) =>
    (await app.get(MergesProvider).replaceLines({ ...asked, ...fields })).outcome;
  expect(await outcome({ to: 4 })).toBe('unfit');
  expect(await outcome({ path: 'nothing' })).toBe('unfit');
  const { userId } = projects.reporter;
  expect(await outcome({ committer: { ...asked.committer, userId } })).toBe('forbidden');
  await projects.commit(client, 'more');
  await client.run(['push', '--quiet', 'origin', 'topic']);
  expect(await outcome({})).toBe('moved');
});

it('is refused where the repository has its size limit, but not again once it was done', async () => {
  const { project, asked } = await started();
  const provider = app.get(MergesProvider);
  const limited = (limit: number) => {
    project.repositorySizeLimit = limit;
    return provider.replaceLines(asked);
  };
  await app.database.query('update repositories set size_bytes = 2048 where project_id = $1', [project.id]);
  await expect(limited(1024)).rejects.toMatchObject(
    RepositoryFull({ text: 'The repository has reached its size limit of 1 KiB.' }),
  );
  const replaced = await limited(0);
  expect(replaced.outcome).toBe('committed');
  expect(await limited(1024)).toEqual(replaced);
});

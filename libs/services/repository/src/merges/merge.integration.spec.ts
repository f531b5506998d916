import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { AccessLevel } from '@hearth/contract-kit';
import { MergesProvider } from '../provider/merges.provider.js';
import { RefsProvider } from '../provider/refs.provider.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);

async function started() {
  const { project, client } = await projects.start();
  await client.run(['checkout', '--quiet', '-b', 'topic']);
  const sourceTip = await projects.commit(client, 'topic');
  await client.run(['checkout', '--quiet', 'main']);
  const targetTip = await projects.commit(client, 'other');
  await client.run(['checkout', '--quiet', '-b', 'clash']);
  const clash = await projects.commit(client, 'topic', 'otherwise\n');
  await client.run(['push', '--quiet', 'origin', 'main', 'topic', 'clash']);
  const { userId, credential, name, email } = projects.master;
  const merger = { userId, tokenId: credential.tokenId, name, email };
  const pinned = { message: 'Merge topic', merger, mergedAt: '2018-01-15T10:07:21Z' };
  const asked = { projectId: project.id, targetBranch: 'main', targetTip, sourceTip, ...pinned };
  return { project, client, asked, clash, provider: app.get(MergesProvider) };
}

describe('merging two tips', () => {
  it('makes the commit that git makes, once, however often it is asked', async () => {
    const { project, client, asked, provider } = await started();
    const merged = await provider.merge(asked);
    const commit = expect.stringMatching(/^[0-9a-f]{40}$/) as string;
    expect(merged).toEqual({ outcome: 'merged', commit, squashCommit: null });
    const { published } = await projects.journal(project);
    expect(published.at(-1)).toEqual(['refs/heads/main', asked.targetTip, merged.commit]);
    expect(await provider.merge(asked)).toEqual(merged);
    expect((await projects.journal(project)).published).toEqual(published);
    const keepAround = `refs/hearth/keep-around/${merged.commit}`;
    const repository = (await app.get(RepositoryFacts).path(project.id))!;
    expect(await client.text('--git-dir', repository, 'rev-parse', keepAround)).toBe(merged.commit);
    await client.run(['checkout', '--quiet', 'main']);
    await client.run(['merge', '--quiet', '--no-ff', '-m', 'x', 'topic']);
    await client.run(['fetch', '--quiet', 'origin']);
    const format = '--format=%T %P %an %ct %at %B';
    expect(await client.lines('log', '-1', format, 'origin/main')).toEqual([
      `${await client.idOf('main^{tree}')} ${asked.targetTip} ${asked.sourceTip} Name of master 1516010841 1516010841 Merge topic`,
    ]);
    await client.run(['fsck', '--strict']);
  });

  it('moves nothing where it conflicts, the branch has moved or the right is gone', async () => {
    const { project, asked, clash, provider } = await started();
    const before = await projects.refs(project);
    const outcome = async (change: object) => (await provider.merge({ ...asked, ...change })).outcome;
    expect(await outcome({ targetTip: clash, targetBranch: 'clash' })).toBe('conflict');
    expect(await outcome({ targetTip: clash, sourceTip: asked.targetTip })).toBe('moved');
    expect(await outcome({ targetBranch: 'none' })).toBe('moved');
    const merger = {
      ...asked.merger,
      userId: projects.developer.userId,
      tokenId: projects.developer.credential.tokenId,
    };
    expect(await outcome({ merger })).toBe('forbidden');
    await expect(provider.merge({ ...asked, sourceTip: '1'.repeat(40) })).rejects.toMatchObject({ status: 404 });
    expect(await projects.refs(project)).toEqual(before);
    await app.database.query('update protected_branches set merge_level = $1 where project_id = $2', [
      ...[AccessLevel.developer, project.id],
    ]);
    expect(await outcome({ merger })).toBe('merged');
  });

  it('squashes, fast-forwards, or asks for a rebase first, as its method says', async () => {
    const { client, asked, provider } = await started();
    const author = { name: 'Ada', email: 'ada@example.com' };
    const squash = { message: 'All of topic', author };
    for (const method of ['ff', 'rebase_merge'] as const)
      expect(await provider.merge({ ...asked, method, squash })).toMatchObject({ outcome: 'conflict' });
    await client.run(['checkout', '--quiet', 'topic']);
    await client.run(['merge', '--quiet', '--no-ff', '-m', 'main into topic', 'main']);
    const ahead = await projects.commit(client, 'more');
    await client.run(['push', '--quiet', 'origin', 'topic']);
    const lines = async (commit: string | null) => {
      await client.run(['fetch', '--quiet', 'origin']);
      return client.lines('log', '-1', '--format=%T %P %an %cn %B', commit!);
    };
    const ff = { ...asked, sourceTip: ahead, method: 'ff' as const, squash };
    const squashed = await provider.merge(ff);
    expect(squashed).toMatchObject({ outcome: 'merged', commit: null });
    expect(await provider.merge(ff)).toEqual(squashed);
    const tree = await client.idOf('topic^{tree}');
    expect(await lines(squashed.squashCommit!)).toEqual([`${tree} ${asked.targetTip} Ada Name of master All of topic`]);
    expect(await client.idOf('origin/main')).toBe(squashed.squashCommit);
    const [second] = await client.lines('commit-tree', '-p', squashed.squashCommit!, '-m', 'next', tree);
    await client.run(['push', '--quiet', 'origin', `${second!}:refs/heads/next`]);
    const targetTip = squashed.squashCommit!;
    const plain = { ...asked, targetTip, sourceTip: second!, method: 'ff' as const };
    expect(await provider.merge(plain)).toEqual({ outcome: 'merged', commit: null, squashCommit: null });
    await client.run(['fetch', '--quiet', 'origin']);
    expect(await client.idOf('origin/main')).toBe(second);
    const [third] = await client.lines('commit-tree', '-p', second!, '-m', 'third', tree);
    await client.run(['push', '--quiet', 'origin', `${third!}:refs/heads/third`]);
    const semi = { ...asked, targetTip: second!, sourceTip: third!, method: 'rebase_merge' as const, squash };
    const merged = await provider.merge(semi);
    expect(await lines(merged.commit)).toEqual([
      `${tree} ${second!} ${merged.squashCommit!} Name of master Name of master Merge topic`,
    ]);
  });

  it('can be tried, which leaves nothing behind', async () => {
    const { project, asked, clash, provider } = await started();
    const objects = path.join((await app.get(RepositoryFacts).path(project.id))!, 'objects');
    const listed = async () => (await readdir(objects, { recursive: true })).sort();
    const before = await listed();
    expect(await provider.canMerge(asked)).toEqual({ mergeable: true });
    expect(await provider.canMerge({ ...asked, targetTip: clash })).toEqual({ mergeable: false });
    expect(await listed()).toEqual(before);
  });
});

describe('trying the merge of a merge request', () => {
  const REF = 'refs/merge-requests/7/merge';

  it('makes one commit for each two tips, which is fetched by its id also once another has replaced it', async () => {
    const { project, client, asked, clash, provider } = await started();
    const { projectId, sourceTip, targetTip, merger, mergedAt } = asked;
    const trial = { projectId, iid: 7, targetBranch: 'main', sourceTip, merger, mergedAt };
    const sync = (sourceBranch: string) =>
      app.get(RefsProvider).syncMergeRequestHead({ projectId, iid: 7, sourceProjectId: projectId, sourceBranch });
    expect(await provider.tryMerge(trial)).toEqual({ merge: null });
    await sync('topic');
    const { merge } = await provider.tryMerge(trial);
    expect(merge).toEqual({ commit: expect.stringMatching(/^[0-9a-f]{40}$/) as string, targetTip });
    expect(await provider.tryMerge({ ...trial, mergedAt: '2018-01-16T10:07:21Z' })).toEqual({ merge });
    expect(await client.lines('ls-remote', 'origin', REF)).toEqual([`${merge!.commit}\t${REF}`]);
    const { published } = await projects.journal(project);
    expect(published.map(([ref]) => ref)).not.toContain(REF);

    await sync('clash');
    expect(await provider.tryMerge(trial)).toEqual({ merge: null });
    await client.run(['checkout', '--quiet', 'main']);
    const moved = await projects.commit(client, 'since');
    await client.run(['push', '--quiet', 'origin', 'main']);
    const ahead = await provider.tryMerge({ ...trial, sourceTip: clash });
    expect(ahead.merge).toMatchObject({ targetTip: moved });
    await client.run(['fetch', '--quiet', 'origin', REF]);
    expect(await client.lines('log', '-1', '--format=%P', 'FETCH_HEAD')).toEqual([`${moved} ${clash}`]);
    expect(await provider.tryMerge({ ...trial, sourceTip: clash, targetBranch: 'topic' })).toEqual({ merge: null });
    expect(await provider.tryMerge({ ...trial, sourceTip: clash, targetBranch: 'none' })).toEqual({ merge: null });
    expect(await client.lines('ls-remote', 'origin', REF)).toEqual([`${ahead.merge!.commit}\t${REF}`]);
    const clone = await projects.client(project, projects.developer);
    await clone.run(['fetch', '--quiet', '--depth', '1', 'origin', `+${merge!.commit}:${REF}`]);
    const text = await clone.text('cat-file', 'commit', REF);
    expect(text).toContain(`parent ${targetTip}\nparent ${sourceTip}\nauthor Name of master`);
    expect(text).toContain(`Merge ${sourceTip} into ${targetTip}`);
  });
});

describe('deleting a merged branch', () => {
  it('deletes it once, at the merged tip, for whom may push, unless it is protected or the default branch', async () => {
    const { project, client, asked, clash, provider } = await started();
    const removal = { projectId: project.id, branch: 'topic', tip: asked.sourceTip, remover: asked.merger };
    const gone = async (change: object) => (await provider.deleteMergedBranch({ ...removal, ...change })).gone;
    const { userId, credential } = projects.reporter;
    expect(await gone({ remover: { ...asked.merger, userId, tokenId: credential.tokenId } })).toBe(false);
    expect(await gone({ tip: clash })).toBe(false);
    expect(await gone({ branch: 'main', tip: asked.targetTip })).toBe(false);
    const protect =
      'insert into protected_branches (project_id, name, push_level, merge_level) values ($1, $2, 40, 40)';
    await app.database.query(protect, [project.id, 'clash']);
    expect(await gone({ branch: 'clash', tip: clash })).toBe(false);
    expect(await client.lines('ls-remote', '--heads', 'origin')).toHaveLength(3);

    expect(await gone({})).toBe(true);
    expect((await projects.journal(project)).published.at(-1)).toEqual(['refs/heads/topic', asked.sourceTip, null]);
    expect(await gone({})).toBe(true);
    expect(await client.lines('ls-remote', '--heads', 'origin')).toHaveLength(2);
  });
});

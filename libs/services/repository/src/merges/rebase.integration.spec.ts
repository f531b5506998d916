import { RefUpdatedEvent } from '@hearth/repository-contracts';
import { MergesProvider } from '../provider/merges.provider.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);

/** A branch `topic` with two commits and a merge of `main`, and a newer `main`. */
async function started() {
  const { project, client } = await projects.start();
  await client.run(['checkout', '--quiet', '-b', 'topic']);
  await projects.commit(client, 'one');
  await client.run(['checkout', '--quiet', 'main']);
  await projects.commit(client, 'early');
  await client.run(['checkout', '--quiet', 'topic']);
  await client.run(['merge', '--quiet', '--no-ff', '-m', 'early into topic', 'main']);
  const tip = await projects.commit(client, 'two');
  await client.run(['checkout', '--quiet', 'main']);
  const onto = await projects.commit(client, 'late');
  await client.run(['push', '--quiet', 'origin', 'main', 'topic']);
  const { userId, credential, name, email } = projects.developer;
  const rebaser = { userId, tokenId: credential.tokenId, name, email };
  const pinned = { rebaser, rebasedAt: '2018-01-15T10:07:21Z' };
  const asked = { projectId: project.id, branch: 'topic', tip, onto, ontoProjectId: project.id, ...pinned };
  const provider = app.get(MergesProvider);
  const lines = async (format: string, revision = 'main..origin/topic') => {
    await client.run(['fetch', '--quiet', 'origin']);
    return client.lines('log', `--format=${format}`, revision);
  };
  return { project, client, asked, provider, lines };
}

describe('rebasing a branch', () => {
  it('writes its commits anew, without merges, once, however often it is asked', async () => {
    const { project, client, asked, provider, lines } = await started();
    const rebased = await provider.rebase(asked);
    const commit = expect.stringMatching(/^[0-9a-f]{40}$/) as string;
    expect(rebased).toEqual({ outcome: 'rebased', commit });
    const { published } = await projects.journal(project);
    expect(published.at(-1)).toEqual(['refs/heads/topic', asked.tip, rebased.commit]);
    expect(await provider.rebase(asked)).toEqual(rebased);
    expect((await projects.journal(project)).published).toEqual(published);
    expect(await lines('%s %cn %ct')).toEqual(['two', 'one'].map((title) => `${title} Name of developer 1516010841`));
    const authors = await client.lines('log', '--no-merges', '--format=%an %at', 'main..topic');
    expect(await lines('%an %at')).toEqual(authors);
    expect(await client.lines('merge-base', 'main', 'origin/topic')).toEqual([asked.onto]);
    const files = ['early', 'first', 'late', 'one', 'two'].map((name) => `${name}.txt`);
    expect(await client.lines('ls-tree', '-r', '--name-only', 'origin/topic')).toEqual(files);
    await client.run(['fsck', '--strict']);
    expect(await provider.rebase({ ...asked, tip: rebased.commit! })).toEqual(rebased);
  });

  it('publishes the option that skips pipelines', async () => {
    const { project, asked, provider } = await started();
    expect((await provider.rebase({ ...asked, skipCi: true })).outcome).toBe('rebased');
    const events = await app.database.query(
      'select data from outbox where type = $1 and key = $2 order by id desc limit 1',
      [RefUpdatedEvent.name, String(project.id)],
    );
    expect(events).toMatchObject([{ data: { ref: 'refs/heads/topic', pushOptions: ['ci.skip'] } }]);
  });

  it('leaves out commits whose change is there already', async () => {
    const { client, asked, provider, lines } = await started();
    await client.run(['checkout', '--quiet', 'main']);
    await client.run(['cherry-pick', '--quit']);
    await client.run(['cherry-pick', `${asked.tip}`]);
    await client.run(['push', '--quiet', 'origin', 'main']);
    const onto = await client.idOf('main');
    expect((await provider.rebase({ ...asked, onto })).outcome).toBe('rebased');
    expect(await lines('%s')).toEqual(['one']);
  });

  it('moves nothing where it conflicts, the branch has moved, is protected or the right is gone', async () => {
    const { project, client, asked, provider } = await started();
    await client.run(['checkout', '--quiet', 'main']);
    const clash = await projects.commit(client, 'two', 'otherwise\n');
    await client.run(['push', '--quiet', 'origin', 'main']);
    const before = await projects.refs(project);
    const outcome = async (change: object) => (await provider.rebase({ ...asked, ...change })).outcome;
    expect(await outcome({ onto: clash })).toBe('conflict');
    expect(await outcome({ tip: await client.idOf(`${asked.tip}~1`) })).toBe('moved');
    expect(await outcome({ branch: 'none' })).toBe('moved');
    const { userId, credential } = projects.reporter;
    expect(await outcome({ rebaser: { ...asked.rebaser, userId, tokenId: credential.tokenId } })).toBe('forbidden');
    await expect(provider.rebase({ ...asked, onto: '1'.repeat(40) })).rejects.toMatchObject({ status: 404 });
    const protect = `insert into protected_branches (project_id, name, push_level, merge_level, allow_force_push)
      values ($1, 'topic', $2, 40, $3)`;
    const protection = async (level: number, force: boolean) => {
      await app.database.query(`delete from protected_branches where project_id = $1 and name = 'topic'`, [project.id]);
      await app.database.query(protect, [project.id, level, force]);
    };
    await protection(30, false);
    expect(await outcome({})).toBe('protected');
    await protection(40, true);
    expect(await outcome({})).toBe('forbidden');
    expect(await projects.refs(project)).toEqual(before);
    await protection(30, true);
    expect(await outcome({})).toBe('rebased');
  });

  it('takes the new base from another project', async () => {
    const { project, client, asked, provider } = await started();
    const target = projects.make();
    await client.run(['remote', 'add', 'target', app.remote(target.fullPath, projects.master)]);
    await client.run(['checkout', '--quiet', 'main']);
    const onto = await projects.commit(client, 'elsewhere');
    await client.run(['push', '--quiet', 'target', 'main']);
    const rebased = await provider.rebase({ ...asked, onto, ontoProjectId: target.id });
    expect(rebased.outcome).toBe('rebased');
    await client.run(['fetch', '--quiet', 'origin']);
    expect(await client.idOf('origin/topic~2')).toBe(onto);
    expect((await projects.journal(project)).published.at(-1)).toEqual(['refs/heads/topic', asked.tip, rebased.commit]);
  });
});

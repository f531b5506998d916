import type { InputOf, ProjectId } from '@hearth/contract-kit';
import { CommitMissing, type PushDetailsQuery } from '@hearth/repository-contracts';
import { makeRepository, type SampleRepository } from '@hearth/testing';
import { parseRepositoryPath } from '../git/refs/paths.js';
import type { RepositoryFacts } from '../repositories/repository.facts.js';
import { makeGitScratch, type GitScratch } from '../testing/git-scratch.js';
import { PushesProvider } from './pushes.provider.js';

describe('repository.push-details', () => {
  let scratch: GitScratch;
  let sample: SampleRepository;
  let provider: PushesProvider;

  beforeAll(async () => {
    scratch = await makeGitScratch();
    sample = await makeRepository('pushes');
    const repository = parseRepositoryPath(sample.git.folder)!;
    const facts = { path: () => Promise.resolve(repository) } as unknown as RepositoryFacts;
    provider = new PushesProvider(facts, scratch.git);
    await sample.git.run(['symbolic-ref', 'HEAD', 'refs/heads/main']);
  });

  afterAll(async () => {
    await scratch.close();
    await sample.remove();
  });

  const details = (asked: Partial<InputOf<typeof PushDetailsQuery>> & { to: string }) =>
    provider.details({
      ...{ projectId: 1 as ProjectId, ref: 'refs/heads/main', from: null, isDefaultBranch: true, withFiles: true },
      ...asked,
    });
  const lines = async (...args: string[]) => (await sample.git.run(args)).toString().split('\n').filter(Boolean);

  it('has the newest 20 commits of a branch, oldest first, and counts all', async () => {
    const to = await sample.git.idOf('main');
    const all = await lines('rev-list', 'main');
    expect(all.length).toBeGreaterThan(25);
    const whole = await details({ to });
    expect(whole).toMatchObject({ checkoutId: to, message: null, total: all.length });
    expect(whole.commits.map(({ commit }) => commit.id)).toEqual(all.slice(0, 20).toReversed());
    const from = await sample.git.idOf('main~3');
    const fresh = await lines('rev-list', '--reverse', `${from}..main`);
    const { commits, total } = await details({ from, to });
    expect([commits.map(({ commit }) => commit.id), total]).toEqual([fresh, fresh.length]);
  });

  it('names the files of each commit as git does', async () => {
    const { commits } = await details({ to: await sample.git.idOf('main') });
    for (const { commit, added, modified, removed } of commits) {
      const parent = commit.parents[0] ?? '4b825dc642cb6eb9a060e54bf8d69288fbee4904';
      const status = async (kinds: string) =>
        (
          await sample.git.run([
            'diff-tree',
            '-r',
            '-z',
            '--name-only',
            '--no-renames',
            `--diff-filter=${kinds}`,
            parent,
            commit.id,
          ])
        )
          .toString()
          .split('\0')
          .filter(Boolean);
      expect({ added, modified, removed }).toEqual({
        added: await status('A'),
        modified: await status('MT'),
        removed: await status('D'),
      });
    }
  });

  it('has no files where they are not wanted', async () => {
    const to = await sample.git.idOf('main');
    const whole = await details({ to });
    expect(whole.commits.some(({ added }) => added.length > 0)).toBe(true);
    const commits = whole.commits.map((pushed) => ({ ...pushed, added: [], modified: [], removed: [] }));
    expect(await details({ to, withFiles: false })).toEqual({ ...whole, commits });
  });

  it('has for a new branch what the default branch lacks', async () => {
    const main = await sample.git.idOf('main');
    expect(await details({ ref: 'refs/heads/new', to: main, isDefaultBranch: false })).toMatchObject({
      checkoutId: main,
      commits: [],
      total: 0,
    });
  });

  it('has the tagged commit and the message of an annotated tag', async () => {
    const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    await sample.git.run([...identity, 'tag', '-a', '-m', 'First release', 'pushed', 'main']);
    const main = await sample.git.idOf('main');
    const [to] = await lines('rev-parse', 'refs/tags/pushed');
    const tagged = await details({ ref: 'refs/tags/pushed', to: to! });
    expect(tagged).toMatchObject({ checkoutId: main, message: 'First release', total: 1 });
    expect(tagged.commits.map(({ commit }) => commit.id)).toEqual([main]);
    expect(await details({ ref: 'refs/tags/light', to: main })).toMatchObject({ checkoutId: main, message: null });
  });

  it('refuses commits that are gone', async () => {
    await expect(details({ to: 'a'.repeat(40) })).rejects.toMatchObject(CommitMissing());
  });
});

import type { ProjectId } from '@hearth/contract-kit';
import { CommitMissing } from '@hearth/repository-contracts';
import { Git } from '../git/git.js';
import { ComparisonsProvider } from '../provider/comparisons.provider.js';
import { RefsProvider } from '../provider/refs.provider.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { GitProjects } from '../testing/git-projects.js';
import { RepositoryApp } from '../testing/repository-app.js';

const app = RepositoryApp.inBlock();
const projects = new GitProjects(app);
let provider: RefsProvider;

const UNKNOWN = '1'.repeat(40);

beforeAll(async () => {
  provider = app.get(RefsProvider);
});

const pathOf = async (projectId: ProjectId) => (await app.get(RepositoryFacts).path(projectId))!;

describe('repository.contains-many', () => {
  it('answers as git does, in the order of the candidates', async () => {
    const { project, client } = await projects.start();
    const first = await client.idOf('main');
    const second = await projects.commit(client, 'second');
    await client.run(['checkout', '--quiet', '-b', 'topic', first]);
    const aside = await projects.commit(client, 'aside');
    const further = await projects.commit(client, 'further');
    await client.run(['push', '--quiet', '--all', 'origin']);
    const ask = (commit: string, ...candidates: string[]) =>
      provider.containsMany({ projectId: project.id, commit, candidates });
    for (const _ of ['asked', 'known']) {
      expect(await ask(second, further, second, UNKNOWN, first, aside)).toEqual({ contained: [second, first] });
      expect(await ask(further, aside, second, first)).toEqual({ contained: [aside, first] });
    }
    expect(await ask(UNKNOWN, first)).toEqual({ contained: [] });
    expect(await ask(second)).toEqual({ contained: [] });
  });

  it('finds nothing in an empty repository', async () => {
    const { id } = projects.make();
    expect(await provider.containsMany({ projectId: id, commit: UNKNOWN, candidates: [UNKNOWN] })).toEqual({
      contained: [],
    });
  });
});

describe('repository.new-commits', () => {
  it('lists what a branch got, the newest hundred, oldest first', async () => {
    const comparisons = app.get(ComparisonsProvider);
    const { project, client } = await projects.start();
    const ask = async (from: string | null, to: string) =>
      (await comparisons.newCommits({ projectId: project.id, from, to })).commits;
    const first = await client.idOf('main');
    const second = await projects.commit(client, 'second');
    const third = await projects.commit(client, 'third');
    await client.run(['checkout', '--quiet', '-b', 'topic', first]);
    await client.run(['commit', '--quiet', '--allow-empty', '-m', 'x'.repeat(40_000)]);
    const aside = await client.idOf('HEAD');
    await client.run(['push', '--quiet', '--all', 'origin']);
    expect((await ask(first, third)).map(({ id }) => id)).toEqual([second, third]);
    expect(await ask(null, aside)).toEqual([{ id: aside, message: 'x'.repeat(32_768) }]);
    expect(await ask(null, third)).toEqual([]);
    expect(await ask(third, first)).toEqual([]);
    expect(await ask(UNKNOWN, first).catch(CommitMissing.is)).toBe(true);
    for (let index = 0; index <= 100; index += 1)
      await client.run(['commit', '--quiet', '--allow-empty', '-m', `n${index}`]);
    await client.run(['push', '--quiet', 'origin', 'topic']);
    const many = await ask(aside, await client.idOf('topic'));
    expect([many.length, many[0]!.message, many.at(-1)!.message]).toEqual([100, 'n1\n', 'n100\n']);
  });
});

describe('repository.find-commit', () => {
  it('returns the commit of ids and names, and the first branch that contains it', async () => {
    const { project, client } = await projects.start();
    const first = await client.idOf('main');
    await client.run(['tag', 'v1', 'main']);
    await client.run(['checkout', '--quiet', '-b', 'aside']);
    const aside = await projects.commit(client, 'aside');
    await client.run(['checkout', '--quiet', '--detach']);
    const loose = await projects.commit(client, 'loose');
    await client.run(['push', '--quiet', '--tags', 'origin', 'aside', `${loose}:refs/tags/loose`]);
    const find = (revision: string, withBranch = true) =>
      provider.findCommit({ projectId: project.id, revision, withBranch });
    for (const name of [first, first.slice(0, 8), 'main', 'v1'])
      expect(await find(name)).toEqual({ commit: first, branch: 'aside' });
    expect(await find('aside')).toEqual({ commit: aside, branch: 'aside' });
    expect(await find(first, false)).toEqual({ commit: first, branch: null });
    expect(await find('loose')).toEqual({ commit: loose, branch: null });
    for (const name of [UNKNOWN, 'none', '--all', '']) expect(await find(name)).toEqual({ commit: null, branch: null });
    const { id } = projects.make();
    expect(await provider.findCommit({ projectId: id, revision: 'main', withBranch: true })).toEqual({
      commit: null,
      branch: null,
    });
  });
});

describe('repository.find-refs', () => {
  it('returns the commits of branches and tags, and null for what is none', async () => {
    const { project, client } = await projects.start();
    const id = await client.idOf('main');
    await client.run(['tag', '-a', '-m', 'text', 'v1', 'main']);
    await client.run(['tag', 'tree', 'main^{tree}']);
    await client.run(['push', '--quiet', '--tags', 'origin', 'main:a/b']);
    const found = await provider.findRefs({
      projectId: project.id,
      branches: ['main', 'a/b', 'a', 'v1', '-x', 'refs/heads/main', 'main~0', ''],
      tags: ['v1', 'tree', 'main'],
    });
    expect(found).toEqual({ branches: [id, id, null, null, null, null, null, null], tags: [id, null, null] });
    const empty = projects.make();
    expect(await provider.findRefs({ projectId: empty.id, branches: ['main'], tags: ['v1'] })).toEqual({
      branches: [null],
      tags: [null],
    });
  });
});

describe('repository.ref-protection', () => {
  it('tells the levels of the rules that cover a branch or tag', async () => {
    const { project } = await projects.start();
    await app.database.query(
      `insert into protected_branches (project_id, name, push_level, merge_level) values ($1, 'r/*', 0, 30)`,
      [project.id],
    );
    await app.database.query(
      `insert into protected_tags (project_id, name, create_level) values ($1, 'v*', 40), ($1, 'sealed', 0)`,
      [project.id],
    );
    const asked = { branches: ['main', 'r/1', 'topic'], tags: ['v1', 'sealed', '1.0'] };
    expect(await provider.refProtection({ projectId: project.id, ...asked })).toEqual({
      tags: [
        { protected: true, createLevel: 40 },
        { protected: true, createLevel: 0 },
        { protected: false, createLevel: null },
      ],
      branches: [
        { protected: true, pushLevel: 40, mergeLevel: 40, allowForcePush: false },
        { protected: true, pushLevel: 0, mergeLevel: 30, allowForcePush: false },
        { protected: false, pushLevel: null, mergeLevel: null },
      ],
    });
  });
});

describe('repository.protected-refs', () => {
  it('names the protected branches and tags of several projects', async () => {
    const [{ project: one }, { project: other }] = [await projects.start(), await projects.start()];
    await app.database.query(
      `insert into protected_tags (project_id, name, create_level) values ($1, 'v*', 40), ($2, 'main', 40)`,
      [one.id, other.id],
    );
    await app.database.query('delete from protected_branches where project_id = $1', [other.id]);
    const of = ({ id: projectId }: { id: ProjectId }) =>
      ['main', 'v1'].flatMap((name) => [false, true].map((tag) => ({ projectId, name, tag })));
    expect(await provider.protectedRefs({ refs: [...of(one), ...of(other)] })).toEqual({
      protected: [true, false, false, true, false, true, false, false],
    });
  });
});

describe('repository.keep-around', () => {
  it('keeps commits that no branch has, unseen by clients, however often it is asked', async () => {
    const { project, client } = await projects.start();
    await client.run(['checkout', '--quiet', '-b', 'topic']);
    const lost = await projects.commit(client, 'lost');
    await client.run(['push', '--quiet', 'origin', 'topic']);
    const keep = () => provider.keepAround({ projectId: project.id, commits: [lost, UNKNOWN] });
    expect(await Promise.all([keep(), keep()])).toEqual([{ kept: [lost] }, { kept: [lost] }]);
    await client.run(['push', '--quiet', 'origin', ':topic']);
    const repository = await pathOf(project.id);
    await client.run(['--git-dir', repository, 'reflog', 'expire', '--expire=now', '--all']);
    await client.run(['--git-dir', repository, 'gc', '--quiet', '--prune=now']);
    expect(await client.text('--git-dir', repository, 'cat-file', '-t', lost)).toBe('commit');
    expect((await projects.refs(project)).filter((line) => line.includes('keep-around'))).toEqual([]);
  });
});

describe('repository.containing', () => {
  it('names the kept commits with a commit in their history', async () => {
    const { project, client } = await projects.start();
    const first = await client.idOf('main');
    const second = await projects.commit(client, 'second');
    await client.run(['checkout', '--quiet', '-b', 'topic', first]);
    const aside = await projects.commit(client, 'aside');
    await client.run(['push', '--quiet', '--all', 'origin']);
    const containing = async (commit: string) => {
      const asked = { projectId: project.id, commit, candidates: [first, second, aside, UNKNOWN] };
      return (await app.get(ComparisonsProvider).containing(asked)).containing.sort();
    };
    expect(await containing(first)).toEqual([]);
    await provider.keepAround({ projectId: project.id, commits: [second, aside] });
    expect(await containing(first)).toEqual([second, aside].sort());
    expect(await containing(second)).toEqual([second]);
    expect(await containing(UNKNOWN)).toEqual([]);
  });
});

describe('repository.sync-merge-request-head', () => {
  const sync = (projectId: ProjectId, iid: number, sourceProjectId: ProjectId, sourceBranch = 'topic') =>
    provider.syncMergeRequestHead({ projectId, iid, sourceProjectId, sourceBranch });

  it('follows a branch of the same project, and stays where the branch is gone', async () => {
    const { project, client } = await projects.start();
    await client.run(['push', '--quiet', 'origin', 'main:topic']);
    const first = await client.idOf('main');
    expect(await sync(project.id, 7, project.id)).toEqual({ head: first });
    const second = await projects.commit(client, 'second');
    await client.run(['push', '--quiet', 'origin', 'main:topic']);
    expect(await Promise.all([1, 2, 3].map(() => sync(project.id, 7, project.id)))).toEqual(
      [1, 2, 3].map(() => ({ head: second })),
    );
    await client.run(['push', '--quiet', 'origin', ':topic']);
    expect(await sync(project.id, 7, project.id)).toEqual({ head: null });
    expect(await sync(project.id, 8, project.id, 'a..b')).toEqual({ head: null });
    const refs = await projects.refs(project);
    expect(refs.filter((line) => line.includes('merge-requests'))).toEqual([`${second}\trefs/merge-requests/7/head`]);
  });

  it('fetches from a fork, and clients fetch the head', async () => {
    const { project, client } = await projects.start('public');
    const { project: fork, client: other } = await projects.start('public');
    await other.run(['checkout', '--quiet', '-b', 'topic']);
    const tip = await projects.commit(other, 'proposed');
    await other.run(['push', '--quiet', 'origin', 'topic']);
    for (const _ of ['first', 'again']) expect(await sync(project.id, 1, fork.id)).toEqual({ head: tip });
    await client.run(['fetch', '--quiet', 'origin', 'refs/merge-requests/1/head']);
    expect(await client.idOf('FETCH_HEAD')).toBe(tip);
    await client.run(['--git-dir', await pathOf(project.id), 'fsck', '--strict', '--no-dangling']);
    expect((await projects.journal(project)).published).toHaveLength(1);
  });

  it('never goes back to a tip that the branch has left', async () => {
    const { project, client } = await projects.start();
    await client.run(['push', '--quiet', 'origin', 'main:topic']);
    const { project: target } = await projects.start();
    const git = app.get(Git);
    const fetchLocal = git.fetchLocal.bind(git);
    const second = await projects.commit(client, 'second');
    git.fetchLocal = async (...args) => {
      git.fetchLocal = fetchLocal;
      await client.run(['push', '--quiet', 'origin', 'main:topic']);
      expect(await sync(target.id, 1, project.id)).toEqual({ head: second });
      await fetchLocal(...args);
    };
    expect(await sync(target.id, 1, project.id)).toEqual({ head: second });
  });
});

import path from 'node:path';
import type { ProjectId } from '@hearth/contract-kit';
import { makeRepository, type SampleRepository } from '@hearth/testing';
import { FilesFacts } from '../files/files.facts.js';
import { parseRepositoryPath } from '../git/refs/paths.js';
import type { RepositoryFacts } from '../repositories/repository.facts.js';
import { makeGitScratch, type GitScratch } from '../testing/git-scratch.js';
import { ComparisonsProvider } from './comparisons.provider.js';
import { FilesProvider } from './files.provider.js';

describe('paths of a repository', () => {
  let scratch: GitScratch;
  let sample: SampleRepository;
  let files: FilesFacts;
  let comparisons: ComparisonsProvider;
  const projectId = 1 as ProjectId;

  beforeAll(async () => {
    scratch = await makeGitScratch();
    sample = await makeRepository('paths');
    const repository = () => Promise.resolve(parseRepositoryPath(sample.git.folder)!);
    const facts = { path: repository, readable: repository } as unknown as RepositoryFacts;
    files = new FilesFacts(facts, scratch.git);
    comparisons = new ComparisonsProvider(facts, scratch.git);
  });

  afterAll(async () => {
    await scratch.close();
    await sample.remove();
  });

  const lines = async (...args: string[]) => (await sample.git.run(args)).toString().split('\0').filter(Boolean);

  it('are all files of a commit', async () => {
    const commit = await sample.git.idOf('main');
    const { paths } = await new FilesProvider(files).paths({ projectId, commit });
    const entries = (await lines('ls-tree', '-r', '-z', commit)).filter((line) => line.split(' ')[1] === 'blob');
    expect(paths!.toSorted()).toEqual(entries.map((line) => line.slice(line.indexOf('\t') + 1)).toSorted());
    expect(await files.paths(projectId, commit as never, 2)).toBeNull();
    const folder = path.posix.dirname(paths!.find((each) => each.includes('/'))!);
    const inside = paths!.filter((each) => each.startsWith(`${folder}/`)).toSorted();
    expect((await files.paths(projectId, commit as never, 50, folder))!.toSorted()).toEqual(inside);
  });

  it('have the ids of their contents', async () => {
    const commit = await sample.git.idOf('main');
    const provider = new FilesProvider(files);
    const { paths } = await provider.paths({ projectId, commit });
    const [path] = paths!;
    const { ids } = await provider.ids({ projectId, commit, paths: [path!, 'no such file', ''] });
    expect(ids).toEqual([(await sample.git.run(['rev-parse', `${commit}:${path!}`])).toString().trim(), null, null]);
  });

  it('are those that differ between two commits, also since their fork', async () => {
    const [from, to] = await Promise.all(['main~3', 'main'].map((name) => sample.git.idOf(name)));
    const changed = (sinceFork: boolean, a = from!, b = to!) =>
      comparisons.changedPaths({ projectId, from: a, to: b, sinceFork }).then(({ paths }) => paths?.toSorted());
    const expected = await lines('diff-tree', '-r', '-z', '--name-only', '--no-renames', from!, to!);
    expect(await changed(false)).toEqual(expected.toSorted());
    expect(await changed(true)).toEqual(expected.toSorted());
    expect([await changed(true, to, from), await changed(false, to, to)]).toEqual([[], []]);
    expect(await changed(false, 'e'.repeat(40))).toBeUndefined();
  });
});

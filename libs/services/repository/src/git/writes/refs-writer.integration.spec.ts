import { makeRepository, waitFor, type SampleRepository } from '@hearth/testing';
import { makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import { parseRepositoryPath, type RepositoryPath } from '../refs/paths.js';
import type { BranchName, RefName } from '../refs/ref-name.js';
import { RepositoryMissing } from '../process/errors.js';
import { RefsRefused } from './refs-writer.js';
import { UpdateRefProcess } from './update-ref-process.js';

const ref = (name: string): RefName => `refs/heads/${name}` as RefName;

describe('moving refs', () => {
  let scratch: GitScratch;
  let sample: SampleRepository;
  let repository: RepositoryPath;
  let [first, second]: ObjectId[] = [];

  beforeAll(async () => {
    scratch = await makeGitScratch();
    sample = await makeRepository('refs');
    repository = parseRepositoryPath(sample.git.folder)!;
    [first, second] = [
      objectIdFromGit(await sample.git.idOf('main~1')),
      objectIdFromGit(await sample.git.idOf('main')),
    ];
  });

  afterAll(async () => {
    await scratch.close();
    await sample.remove();
  });

  const move = (name: string, from: ObjectId | null, to: ObjectId | null): Promise<void> =>
    scratch.git.refsWriter.move(repository, [{ ref: ref(name), from, to }]);
  const tip = (name: string): Promise<ObjectId | null> => scratch.git.refs.tip(repository, ref(name));

  it('makes, moves and deletes them', async () => {
    await move('x', null, first!);
    expect(await tip('x')).toBe(first);
    await move('x', first!, second!);
    expect(await tip('x')).toBe(second);
    await move('x', second!, null);
    expect(await tip('x')).toBeNull();
  });

  it('refuses when one is not where it should be, and goes on', async () => {
    await move('stale', null, first!);
    for (const [from, to] of [
      [second!, first!],
      [null, second!],
      [second!, null],
    ] as const) {
      const refused = move('stale', from, to);
      await expect(refused).rejects.toThrow(RefsRefused);
      await expect(refused).rejects.toMatchObject({ refusal: { kind: 'stale', ref: ref('stale'), actual: first } });
    }
    await expect(move('never', first!, second!)).rejects.toMatchObject({ refusal: { kind: 'stale', actual: null } });
    await move('stale', first!, null);
  });

  it('ends a git that stands still in a transaction', async () => {
    const still = new UpdateRefProcess(repository, 60_000, 200);
    process.kill(await waitFor('git to run', () => still.pid), 'SIGSTOP');
    const moved = still.commit([{ ref: ref('still'), from: null, to: first! }]);
    await expect(moved).rejects.toMatchObject({ exitCode: null });
    expect(await tip('still')).toBeNull();
  });

  it('moves all of a transaction or none', async () => {
    await move('taken', null, first!);
    const moves = [
      { ref: ref('fresh'), from: null, to: first! },
      { ref: ref('taken'), from: null, to: first! },
    ];
    await expect(scratch.git.refsWriter.move(repository, moves)).rejects.toThrow(RefsRefused);
    expect(await tip('fresh')).toBeNull();
    await scratch.git.refsWriter.move(repository, [moves[0]!, { ref: ref('taken'), from: first!, to: null }]);
    expect([await tip('fresh'), await tip('taken')]).toEqual([first, null]);
  });

  it('tells which names collide', async () => {
    await move('folder', null, first!);
    await expect(move('folder/x', null, first!)).rejects.toMatchObject({
      refusal: { kind: 'collision', ref: ref('folder/x'), other: ref('folder') },
    });
    await move('deep/er/est', null, first!);
    await expect(move('deep', null, first!)).rejects.toMatchObject({
      refusal: { kind: 'collision', ref: ref('deep'), other: ref('deep/er/est') },
    });
  });

  it('refuses objects that are not there', async () => {
    await expect(move('ghost', null, 'a'.repeat(40) as ObjectId)).rejects.toMatchObject({
      refusal: { kind: 'refused' },
    });
    expect(await tip('ghost')).toBeNull();
  });

  it('keeps the order of those who come at the same time', async () => {
    await move('counter', null, first!);
    const ids = (await sample.git.lines('rev-list', '--max-count=40', 'main')).map(objectIdFromGit);
    let from = first!;
    const moves = ids.map((to) => {
      const moved = move('counter', from, to);
      from = to;
      return moved;
    });
    await Promise.all(moves);
    expect(await tip('counter')).toBe(ids.at(-1));
  });

  it('lets only one of many win', async () => {
    const attempts = Array.from({ length: 8 }, (_, index) => move('race', null, index % 2 === 0 ? first! : second!));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is quick', async () => {
    await move('quick', null, first!);
    const begin = performance.now();
    for (let round = 0; round < 50; round += 1) {
      await move('quick', first!, second!);
      await move('quick', second!, first!);
    }
    // Starting a process alone would take 300 ms each time.
    expect(performance.now() - begin).toBeLessThan(2_000);
  });

  it('writes a reflog', async () => {
    await scratch.repository('logged');
    const logged = scratch.pathOf('logged');
    await sample.git.run(['push', '--quiet', logged, 'main']);
    await scratch.git.refsWriter.move(logged, [{ ref: 'refs/other/x' as RefName, from: null, to: second! }]);
    const reflog = await sample.git.run(['--git-dir', logged, 'reflog', 'show', '--format=%H %gn', 'refs/other/x']);
    expect(reflog.toString()).toBe(`${second} Hearth\n`);
  });

  it('points HEAD at another branch', async () => {
    await scratch.git.refsWriter.setHead(repository, 'main' as BranchName);
    expect(await scratch.git.branches.default(repository)).toBe('main');
    await scratch.git.refsWriter.setHead(repository, 'not/yet' as BranchName);
    expect(await scratch.git.branches.default(repository)).toBe('not/yet');
  });

  it('says when there is no repository', async () => {
    const nowhere = scratch.git.refsWriter.move(scratch.pathOf('none'), [{ ref: ref('x'), from: null, to: first! }]);
    await expect(nowhere).rejects.toThrow(RepositoryMissing);
    await expect(scratch.git.refsWriter.setHead(scratch.pathOf('none'), 'x' as BranchName)).rejects.toThrow(
      RepositoryMissing,
    );
    await expect(move('x', null, null)).rejects.toThrow(TypeError);
  });

  it('goes on after its processes were let go', async () => {
    await move('released', null, first!);
    await scratch.git.refsWriter.release(repository);
    await move('released', first!, second!);
    await waitFor('the branch', async () => (await tip('released')) === second);
  });
});

import { makeRepository, type SampleRepository } from './make-repository.js';

describe('makeRepository', () => {
  let sample: SampleRepository;

  beforeAll(async () => {
    sample = await makeRepository('spec');
  });
  afterAll(() => sample.remove());

  it('makes hundreds of commits with merges, renames and every kind of entry', async () => {
    const { git } = sample;
    expect(Number(await git.text('rev-list', '--count', '--all'))).toBeGreaterThan(300);
    expect((await git.lines('rev-list', '--min-parents=3', '--all')).length).toBe(1);
    expect((await git.lines('rev-list', '--min-parents=2', '--max-parents=2', 'main')).length).toBeGreaterThan(10);
    expect(await git.text('log', '--format=', '--name-status', '-M', '--diff-filter=R', 'main')).toMatch(/^R100\t/);
    const modes = new Set((await git.lines('ls-tree', '-r', '-t', 'main')).map((line) => line.slice(0, 6)));
    expect([...modes].sort()).toEqual(['040000', '100644', '100755', '120000', '160000']);
  });

  it('passes the strict checks of git', async () => {
    const { code, stderr } = await sample.git.attempt(['fsck', '--strict', '--full']);
    expect(stderr).toBe('');
    expect(code).toBe(0);
  });

  it('holds light and annotated tags, an unrelated history, and merged and unmerged branches', async () => {
    const { git } = sample;
    const tags = await git.lines('for-each-ref', '--format=%(objecttype)', 'refs/tags');
    expect(new Set(tags)).toEqual(new Set(['commit', 'tag']));
    expect((await git.attempt(['merge-base', 'main', 'gh-pages'])).code).toBe(1);
    expect((await git.lines('branch', '--merged', 'main')).length).toBeGreaterThan(10);
    expect((await git.lines('branch', '--no-merged', 'main')).length).toBeGreaterThan(10);
  });

  it('gives the same objects for the same seed and others for another', async () => {
    const [same, other] = await Promise.all([makeRepository('spec'), makeRepository('another')]);
    const refs = await Promise.all([sample, same, other].map(({ git }) => git.text('show-ref')));
    expect(refs[1]).toBe(refs[0]);
    expect(refs[2]).not.toBe(refs[0]);
    await Promise.all([same.remove(), other.remove()]);
  });
});

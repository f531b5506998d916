import { FastImportStream, Git } from '@hearth/testing';
import { client, makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import { EMPTY_TREE, objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import { parseTreePath, type RepositoryPath } from '../refs/paths.js';

const FILES = 50_000;
const COMMITS = 12_000;
/** Larger than the files that git compares as text. */
const LARGE = 60 * 1024 * 1024;

let scratch: GitScratch;
let repository: RepositoryPath;
let tip: ObjectId;
let wide: ObjectId;

beforeAll(async () => {
  scratch = await makeGitScratch();
  repository = await scratch.repository('large');
  const git = new Git(repository);
  const write = async (args: string[], input: Buffer | string) => (await git.run(args, { input })).toString().trim();
  const small = await write(['hash-object', '-w', '--stdin'], 'x\n');
  const large = await write(['hash-object', '-w', '--stdin'], Buffer.alloc(LARGE, 'text\n'));
  const rows = Array.from({ length: FILES }, (_, index) => `100644 blob ${small}\t${index}\n`).join('');
  const folder = `040000 tree ${await write(['mktree'], rows)}\tfolder\n`;
  const first = await git.text('commit-tree', '-m', 'wide', await write(['mktree'], folder));
  const both = await write(['mktree'], `${folder}100644 blob ${large}\tlarge\n`);
  await git.run(['update-ref', 'refs/heads/wide', await git.text('commit-tree', '-m', 'large', '-p', first, both)]);
  const stream = new FastImportStream();
  let parents: number[] = [];
  for (let index = 0; index < COMMITS; index += 1) {
    const who = { name: 'A', email: 'a@example.com', seconds: 1_500_000_000 + index, offset: '+0000' };
    const commit = { ref: 'refs/heads/long', author: who, committer: who, message: 'x', changes: [] };
    parents = [stream.commit({ ...commit, parents })];
  }
  await git.run(['fast-import', '--quiet', '--done'], { input: stream.toBuffer() });
  const idOf = async (revision: string) => objectIdFromGit((await client(repository, 'rev-parse', revision)).trim());
  [tip, wide] = [await idOf('long'), await idOf('wide')];
});

afterAll(async () => {
  await scratch.close();
});

describe('a folder of fifty thousand files', () => {
  it('is listed page by page, at any place', async () => {
    const listing = await scratch.git.trees.list(repository, wide, parseTreePath('folder')!);
    expect(listing.total).toBe(FILES);
    const names = Array.from({ length: FILES }, (_, index) => `folder/${index}`).sort();
    for (const offset of [0, 25_000, FILES - 3])
      expect(listing.page(parseTreePath('folder')!, offset, 3).map(({ path }) => path)).toEqual(
        names.slice(offset, offset + 3),
      );
  });

  it('has a diff of all names, with texts up to the limit', async () => {
    const { files, overflow } = await scratch.git.diffs.between(repository, EMPTY_TREE, wide);
    expect([files.length, overflow]).toEqual([FILES + 1, true]);
    expect(files.filter(({ patch }) => patch !== '')).toHaveLength(1000);
  });
});

describe('a blob of sixty megabytes', () => {
  it('is binary in a diff, and never in memory', async () => {
    const commit = (await scratch.git.objects.commit(repository, wide))!;
    const patch = 'Binary files /dev/null and b/large differ\n';
    expect(await scratch.git.diffs.ofCommit(repository, commit)).toMatchObject({
      files: [{ newPath: 'large', patch }],
    });
    const stats = await scratch.git.diffs.stats(repository, [commit]);
    expect(stats.get(wide)).toEqual({ additions: 0, deletions: 0 });
  });

  it('comes as a stream', async () => {
    const entry = await scratch.git.trees.entryAt(repository, wide, parseTreePath('large')!);
    const blob = (await scratch.git.blobs.find(repository, entry!.id))!;
    let [bytes, most] = [0, 0];
    for await (const chunk of blob.stream() as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      most = Math.max(most, chunk.length);
    }
    expect([bytes, most < 1024 * 1024]).toEqual([LARGE, true]);
  });
});

describe('a long history', () => {
  it('is listed page by page to its end', async () => {
    const ids = (await client(repository, 'rev-list', 'long')).trim().split('\n');
    const window = (offset: number) => scratch.git.history.page(repository, { tip }, { offset, limit: 100 });
    for (let offset = 0; offset < COMMITS + 100; offset += 100)
      expect((await window(offset)).ids).toEqual(ids.slice(offset, offset + 100));
    expect(await window(2 ** 50)).toEqual({ ids: [], total: null });
  });
});

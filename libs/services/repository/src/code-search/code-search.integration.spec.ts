import type { ProjectId } from '@hearth/contract-kit';
import { Git as Client } from '@hearth/testing';
import type { PathFilter } from '@hearth/repository-contracts';
import type { RepositoryPath } from '../git/refs/paths.js';
import type { RepositoryFacts } from '../repositories/repository.facts.js';
import { makeGitScratch, type GitScratch } from '../testing/git-scratch.js';
import { CodeSearchFacts } from './code-search.facts.js';

const PROJECT = 1 as ProjectId;
const LINES = ['one', 'two', 'Needle here', 'four', 'five', 'six', 'seven', 'eight', 'a needle', 'ten'];

describe('searches of a repository', () => {
  let scratch: GitScratch;
  let repository: RepositoryPath;
  let client: Client;
  let facts: CodeSearchFacts;
  const waits = new AbortController().signal;

  /** Writes commits to a branch of a repository. */
  async function write(
    branch: string,
    commits: readonly { message: string; files: Record<string, string | Buffer> }[],
  ) {
    const data = (content: string | Buffer) =>
      Buffer.concat([Buffer.from(`data ${Buffer.byteLength(content)}\n`), Buffer.from(content), Buffer.from('\n')]);
    const parts = commits.flatMap(({ message, files }, index) => [
      Buffer.from(`commit refs/heads/${branch}\ncommitter Ada <ada@example.com> ${1_516_010_000 + index} +0000\n`),
      data(message),
      ...Object.entries(files).flatMap(([path, content]) => [Buffer.from(`M 100644 inline ${path}\n`), data(content)]),
    ]);
    await client.run(['fast-import', '--quiet', '--date-format=raw'], { input: Buffer.concat(parts) });
  }

  beforeAll(async () => {
    scratch = await makeGitScratch();
    repository = await scratch.repository('searched');
    client = new Client(repository);
    const readable = () => Promise.resolve(repository);
    facts = new CodeSearchFacts({ path: readable } as unknown as RepositoryFacts, scratch.git);
    const text = `${LINES.join('\n')}\n`;
    await write('master', [
      { message: 'Add the first file\n\nIt has a (Needle).\n', files: { 'docs/a b.md': text } },
      { message: 'Something else\n', files: { 'bin/needle.bin': Buffer.from('needle\0needle\n') } },
      {
        message: 'needle again\n',
        files: { 'lib/a.rb': '-- needle\nno end', 'lib/large.txt': 'needle\n'.repeat(1_600_000) },
      },
    ]);
    await write('topic', [{ message: 'Only here\n', files: { 'only.txt': 'needle[0-9]*\n' } }]);
    await client.run(['update-ref', 'refs/merge-requests/1/head', await client.idOf('topic')]);
  });

  afterAll(() => scratch.close());

  const asked = (text: string, more: object = {}) => ({
    ...{ projectId: PROJECT, ref: null, text, page: 1, perPage: 20, filters: [] as PathFilter[] },
    ...more,
  });
  const blobs = (text: string, more: object = {}) => facts.blobs(asked(text, more), waits);
  const titles = async (text: string, more: object = {}) => {
    const { commits, total } = await facts.commits(asked(text, more), waits);
    return [commits.map(({ message }) => message.split('\n')[0]), total];
  };

  it('find commits by a part of their message, in any letter case, the newest first', async () => {
    expect(await titles('NEEDLE')).toEqual([['needle again', 'Add the first file'], 2]);
    expect(await titles('needle', { page: 2, perPage: 1 })).toEqual([['Add the first file'], 2]);
    expect(await titles('(needle).')).toEqual([['Add the first file'], 1]);
    expect(await titles('n.edle')).toEqual([[], 0]);
    expect(await titles('only', { ref: 'topic' })).toEqual([['Only here'], 1]);
    expect(await titles('only', { ref: 'unknown' })).toEqual([[], 0]);
  });

  it('find lines of text files with the lines around them', async () => {
    expect(await blobs('needle')).toEqual({
      found: [
        { path: 'docs/a b.md', startLine: 1, text: 'one\ntwo\nNeedle here\nfour\nfive\n' },
        { path: 'docs/a b.md', startLine: 7, text: 'seven\neight\na needle\nten\n' },
        { path: 'lib/a.rb', startLine: 1, text: '-- needle\nno end\n' },
      ],
      total: 3,
    });
    expect(await blobs('needle', { page: 2, perPage: 2 })).toMatchObject({ found: [{ path: 'lib/a.rb' }], total: 3 });
    expect(await blobs('missing')).toEqual({ found: [], total: 0 });
    expect(await blobs('-- n')).toMatchObject({ total: 1 });
  });

  it('take the text literally, of the named ref', async () => {
    expect(await blobs('needle[0-9]*', { ref: 'topic' })).toMatchObject({ found: [{ path: 'only.txt' }], total: 1 });
    expect(await blobs('needle[a-z]*', { ref: 'topic' })).toMatchObject({ total: 0 });
    for (const ref of ['unknown', 'refs/merge-requests/1/head', '--all', 'f'.repeat(40)])
      expect(await blobs('needle', { ref })).toEqual({ found: [], total: 0 });
  });

  it('filter by path', async () => {
    const filters: PathFilter[] = [{ on: 'extension', value: 'md', excluded: true }];
    expect(await blobs('needle', { filters })).toMatchObject({ found: [{ path: 'lib/a.rb' }], total: 1 });
  });

  it('end after 1 000 places, and keep a part of long lines', async () => {
    const files = { 'many.txt': 'needle\n\n\n\n\n\n'.repeat(1_200), 'wide.txt': `needle${'x'.repeat(100_000)}\n` };
    await write('many', [{ message: 'Many\n', files }]);
    const { found, total } = await blobs('needle', { ref: 'many', page: 10, perPage: 100 });
    expect([found.length, found.at(-1)!.startLine, total]).toEqual([100, 999 * 6 - 1, null]);
    expect(await blobs('needle', { ref: 'many', page: 11, perPage: 100 })).toEqual({ found: [], total: null });
    const wide = await blobs('needle', { ref: 'many', filters: [{ on: 'path', value: 'wide', excluded: false }] });
    expect(wide.found.map(({ text }) => text.length)).toEqual([4_097]);
  });

  it('end when the caller has gone', async () => {
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(facts.blobs(asked('needle'), gone)).rejects.toThrow('gone');
    await expect(facts.commits(asked('never asked before'), gone)).rejects.toThrow('gone');
  });
});

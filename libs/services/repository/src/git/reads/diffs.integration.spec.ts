import { FastImportStream, makeRepository, type SampleRepository } from '@hearth/testing';
import fc from 'fast-check';
import { makeGitScratch, type GitScratch } from '../../testing/git-scratch.js';
import { EMPTY_TREE, objectIdFromGit, type ObjectId } from '../refs/object-id.js';
import { parseRepositoryPath, type RepositoryPath } from '../refs/paths.js';
import type { Diff } from './diffs.js';

let scratch: GitScratch;
let sample: SampleRepository;
let repository: RepositoryPath;

beforeAll(async () => {
  scratch = await makeGitScratch();
  sample = await makeRepository('diffs');
  repository = parseRepositoryPath(sample.git.folder)!;
});

afterAll(async () => {
  await scratch.close();
  await sample.remove();
});

const idOf = async (revision: string): Promise<ObjectId> => objectIdFromGit(await sample.git.idOf(revision));

/** Returns git's own diff: the rows of its names, and the texts without their headers. */
async function truth(
  from: string,
  to: string,
  flags: readonly string[] = [],
): Promise<{ rows: string[]; texts: string[] }> {
  const run = async (...args: string[]) =>
    (
      await sample.git.run(['-c', 'core.quotePath=true', 'diff-tree', '-r', '-M', ...args, ...flags, from, to])
    ).toString();
  const fields = (await run('-z', '--raw')).split('\0');
  const rows: string[] = [];
  for (let index = 0; index < fields.length - 1;) {
    const [oldMode, newMode, , , status] = fields[index]!.slice(1).split(' ');
    const paths = fields.slice(index + 1, index + (status!.startsWith('R') ? 3 : 2));
    index += 1 + paths.length;
    const whole = [paths[0], paths.at(-1), oldMode, newMode];
    if (status === 'T')
      rows.push([paths[0], paths[0], oldMode, '000000'].join(' '), [...paths, ...paths, '000000', newMode].join(' '));
    else rows.push(whole.join(' '));
  }
  const parts = (await run('-p')).split(/^(?=diff --git )/m).filter(Boolean);
  return { rows, texts: parts.map((part) => /^(?:--- |Binary files )[^]*/m.exec(part)?.[0] ?? '') };
}

const shown = ({ files }: Diff) => ({
  rows: files.map(({ oldPath, newPath, oldMode, newMode }) =>
    [oldPath, newPath, oldMode ?? '000000', newMode ?? '000000'].join(' '),
  ),
  texts: files.map(({ patch }) => patch),
});

describe('a diff', () => {
  it('of each odd commit is what git prints', async () => {
    const log = (...args: string[]) => sample.git.lines('log', '--format=%H %P', ...args, 'main');
    const lines = [...(await log('--max-count=60')), ...(await log('-M', '--diff-filter=RT', '--no-merges'))];
    const kinds = new Set<string>();
    for (const [id, parent] of lines.map((line) => line.split(' '))) {
      const from = parent || EMPTY_TREE;
      const diff = await scratch.git.diffs.between(repository, objectIdFromGit(from), objectIdFromGit(id!));
      expect(shown(diff)).toEqual(await truth(from, id!));
      expect(diff.overflow).toBe(false);
      if (diff.files.some(({ renamed }) => renamed)) kinds.add('rename');
      if (diff.files.some(({ oldMode, newPath }, index) => !oldMode && diff.files[index - 1]?.oldPath === newPath))
        kinds.add('type');
    }
    expect(kinds).toEqual(new Set(['rename', 'type']));
  });

  it('of everything is what git prints: submodules, symlinks, changed types and modes, binary and empty files', async () => {
    const root = (await sample.git.lines('rev-list', '--max-parents=0', 'main')).at(-1)!;
    for (const [from, to] of [
      [EMPTY_TREE, await idOf('main')],
      [await idOf('main'), EMPTY_TREE],
      [root, await idOf('main')],
    ]) {
      const diff = await scratch.git.diffs.between(repository, objectIdFromGit(from!), objectIdFromGit(to!));
      expect(shown(diff)).toEqual(await truth(from!, to!));
    }
  });

  it('of generated trees is what git prints', async () => {
    const name = fc.uint8Array({ minLength: 1, maxLength: 6 }).map((bytes) => {
      const text = Buffer.from(bytes.map((byte) => (byte === 0 || byte === 0x2f ? 0x61 : byte)));
      return ['.', '..', '.git'].includes(text.toString('latin1').toLowerCase()) ? Buffer.from('dot') : text;
    });
    const file = fc.record({
      name,
      mode: fc.constantFrom('100644' as const, '100755' as const, '120000' as const),
      content: fc.oneof(
        fc.constantFrom('', 'x', 'x\n', ' x\n', 'a\nb\nc\nd\ne\nf\ng\n', '\0', '-- \n++ \n', 'diff --git a/x b/x\n'),
        fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
      ),
    });
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(file, { maxLength: 6 }), fc.array(file, { maxLength: 6 }), async (before, after) => {
        runs += 1;
        const who = { name: 'A', email: 'a@example.com', seconds: 1_500_000_000, offset: '+0000' };
        const stream = new FastImportStream();
        for (const [side, files] of [before, after].entries()) {
          const changes = files.map(({ name: path, mode, content }) => ({
            ...{ kind: 'put' as const, path, mode, content: stream.blob(content) },
          }));
          const ref = `refs/heads/generated/${runs}-${side}`;
          stream.commit({ ref, author: who, committer: who, message: 'x', parents: [], changes });
        }
        await sample.git.run(['fast-import', '--quiet', '--done'], { input: stream.toBuffer() });
        const [from, to] = [await idOf(`generated/${runs}-0`), await idOf(`generated/${runs}-1`)];
        expect(shown(await scratch.git.diffs.between(repository, from, to))).toEqual(await truth(from, to));
        const { files } = await scratch.git.diffs.between(repository, from, to, { ignoresSpace: true });
        const { texts } = await truth(from, to, ['--ignore-all-space']);
        expect(files.map(({ patch }) => patch).filter(Boolean)).toEqual(texts.filter(Boolean));
      }),
      { numRuns: 25 },
    );
  });

  it('keeps the names where the texts take too long, and asks again', async () => {
    const impatient = await makeGitScratch({ diffs: { textsMs: 0 } });
    try {
      const [from, to] = [await idOf('main~20'), await idOf('main')];
      const diff = await impatient.git.diffs.between(repository, from, to);
      expect(diff.overflow).toBe(true);
      expect(diff.files.map(({ patch }) => patch).join('')).toBe('');
      const names = (await sample.git.lines('diff-tree', '-r', '--no-renames', '--name-only', from, to)).map(
        (name) => name,
      );
      expect(new Set(diff.files.map(({ newPath }) => newPath)).size).toBe(names.length);
    } finally {
      await impatient.close();
    }
  });

  it('ends git where it has enough of it', async () => {
    const limits = { files: 1000, lines: 50_000, bytes: 100_000 };
    const narrow = await makeGitScratch({ diffs: { limits } });
    try {
      const stream = new FastImportStream();
      const who = { name: 'A', email: 'a@example.com', seconds: 1_500_000_000, offset: '+0000' };
      const changes = [Buffer.alloc(3_000_000, 'one line '), 'small\n'].map((content, index) => ({
        ...{ kind: 'put' as const, path: `f${index}`, mode: '100644' as const, content: stream.blob(content) },
      }));
      stream.commit({ ref: 'refs/heads/long', author: who, committer: who, message: 'x', parents: [], changes });
      await sample.git.run(['fast-import', '--quiet', '--done'], { input: stream.toBuffer() });
      const diff = await narrow.git.diffs.between(repository, EMPTY_TREE, await idOf('long'));
      const without = (newPath: string) => ({ newPath, patch: '' });
      expect(diff).toMatchObject({ overflow: true, files: [without('f0'), without('f1')] });
    } finally {
      await narrow.close();
    }
  });
});

describe('the lines of commits', () => {
  it('are those that git counts against the first parent', async () => {
    const ids = (await sample.git.lines('rev-list', 'main')).map(objectIdFromGit);
    const commits = await scratch.git.objects.commits(repository, ids);
    const stats = await scratch.git.diffs.stats(repository, commits);
    const counted = await sample.git.text('log', '-m', '--first-parent', '-M', '--numstat', '--format=>%H', 'main');
    const firstParents = counted
      .split(/^>/m)
      .slice(1)
      .map((part) => {
        const [id, ...rows] = part.split('\n');
        const sum = (column: number) => rows.reduce((all, row) => all + (Number(row.split('\t')[column]) || 0), 0);
        return [id, { additions: sum(0), deletions: sum(1) }] as const;
      });
    for (const [id, lines] of firstParents) expect([id, stats.get(id as ObjectId)]).toEqual([id, lines]);
    expect(firstParents.length).toBeGreaterThan(100);
    expect(await scratch.git.diffs.stats(repository, commits.slice(0, 3))).toEqual(
      new Map(ids.slice(0, 3).map((id) => [id, stats.get(id)])),
    );
  });
});

import { chooseFiles, type ChangedFile, type FileState } from './chosen-files.js';
import type { DiffOptions } from './diff.params.js';
import { presentDiff as present } from './diff-view.js';

const INLINE: DiffOptions = { view: 'inline', w: false };
const presentDiff = (
  { files, overflow }: { files: ChangedFile[]; overflow: boolean },
  options = INLINE,
  stateOf?: (file: ChangedFile) => FileState,
) => {
  const diff = { files: chooseFiles(files, options, stateOf), html: [], all: files.length, overflow };
  return present(diff, options, '/p?page=2');
};

const FILE: ChangedFile = {
  oldPath: 'a',
  newPath: 'a',
  oldMode: '100644',
  newMode: '100644',
  renamed: false,
  patch: '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@ f()\n same\n-- old\n++ new\n\\ No newline at end of file\n',
};

it('has the lines of a file, and its links keep the address', () => {
  const { files, added, removed, more, switches } = presentDiff({ files: [FILE], overflow: false });
  expect(switches).toEqual({ view: '/p?page=2&view=parallel', w: '/p?page=2&w=1' });
  expect([added, removed, more]).toEqual([1, 1, 0]);
  expect(files).toMatchObject([{ id: ID, path: 'a', change: 'changed', added: 1, removed: 1, isOpen: true }]);
  expect(files[0]!.lines.map(({ text }) => text)).toEqual([
    '@@ -1,2 +1,2 @@ f()',
    'same',
    '- old',
    '+ new',
    'No newline at end of file',
  ]);
  expect(files[0]!.pairs).toBeUndefined();
});

it('has the lines side by side', () => {
  const { files, switches } = presentDiff({ files: [FILE], overflow: false }, { view: 'parallel', w: true });
  expect(files[0]!.pairs).toHaveLength(4);
  expect(switches).toEqual({ view: '/p?page=2&w=1', w: '/p?page=2&view=parallel' });
});

it.each<[string, Partial<ChangedFile>, object]>([
  ['an added file', { oldMode: null }, { change: 'added', path: 'b' }],
  ['a deleted file', { newMode: null }, { change: 'deleted', path: 'a' }],
  ['a renamed file', { renamed: true, patch: '' }, { change: 'renamed', oldPath: 'a', path: 'b', without: 'same' }],
  ['another mode', { newMode: '100755', patch: '' }, { change: 'changed', without: 'same' }],
  ['a binary file', { patch: 'Binary files a/a and b/b differ\n' }, { without: 'binary', isOpen: false }],
])('presents %s', (_, change, expected) => {
  expect(presentDiff({ files: [{ ...FILE, newPath: 'b', ...change }], overflow: false }).files[0]).toMatchObject(
    expected,
  );
});

const ID = '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8';
const patchOf = (lines: number) => `@@ -0,0 +1,${lines} @@\n${'+x\n'.repeat(lines - 1)}`;
const sized = (...lines: number[]): ChangedFile[] =>
  lines.map((each, at) => ({ ...FILE, newPath: String(at), patch: patchOf(each) }));
const shown = (files: ChangedFile[], stateOf?: (file: ChangedFile) => FileState) =>
  presentDiff({ files, overflow: false }, INLINE, stateOf).files.map(({ isOpen, lines }) => isOpen && lines.length);

it('leaves out texts that the repository service did not read, and files beyond the bound', () => {
  const all = [{ ...FILE, patch: '' }, ...Array.from({ length: 1_000 }, () => FILE)];
  const { files, more, count } = presentDiff({ files: all, overflow: true });
  expect(files[0]).toMatchObject({ lines: [], without: 'large' });
  expect([files.length, more, count]).toEqual([1_000, 1, 1_001]);
});

it('has the lines of the first files that fit; those of others come from the page of the file alone', () => {
  expect(shown(sized(90, 300, 90, 200, 10))).toEqual([90, false, 90, false, 10]);
  expect([shown(sized(2_000)), shown(sized(2_001))]).toEqual([[2_000], [false]]);
  const [, folded] = presentDiff({ files: sized(1, 301), overflow: false }, { view: 'parallel', w: true }).files;
  expect(folded).toMatchObject({ added: 300, lines: [], isOpen: false });
  expect(folded!.alone).toBe(`/p?page=2&view=parallel&w=1&file=${folded!.id}`);
  expect(shown([{ ...FILE, newMode: null }])).toEqual([false]);
});

it('has the lines of files with comments, and not of those that are folded', () => {
  const states =
    (...all: FileState[]) =>
    ({ newPath }: ChangedFile) =>
      all[Number(newPath)]!;
  expect(shown(sized(150, 150), states('folded', 'by-size'))).toEqual([false, 150]);
  expect(shown(sized(150, 3_000, 30), states('by-size', 'commented', 'by-size'))).toEqual([150, 3_000, 30]);
  const noted = sized(9_000, 2_000, 1_000, 10_000, 10_001);
  expect(shown(noted, states('commented', 'commented', 'commented', 'drafted', 'drafted'))).toEqual([
    ...[9_000, false, 1_000],
    ...[10_000, false],
  ]);
});

it('shows one file alone, with more of its lines', () => {
  const alone = (lines: number) =>
    presentDiff(
      {
        files: [
          { ...FILE, newPath: 'b' },
          { ...FILE, patch: patchOf(lines) },
        ],
        overflow: false,
      },
      { ...INLINE, file: ID },
    );
  const { files, count, more, whole } = alone(10_000);
  expect(files).toMatchObject([{ id: ID, isOpen: true, lines: { length: 10_000 } }]);
  expect([count, more, whole]).toEqual([1, 0, '/p?page=2']);
  const [long] = alone(10_001).files;
  expect([long!.without, long!.alone, long!.lines]).toEqual(['large', undefined, []]);
});

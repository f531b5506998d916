import { presentDiff as present, type ChangedFile } from './diff-view.js';

const INLINE = { view: 'inline', w: false } as const;
const presentDiff = (diff: Parameters<typeof present>[0], options: Parameters<typeof present>[2] = INLINE) =>
  present(diff, [], options, '/p?page=2');

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
  const id = '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8';
  expect(files).toMatchObject([{ id, path: 'a', change: 'changed', added: 1, removed: 1, isOpen: true }]);
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

it('leaves out lines of large files, and files beyond the bound', () => {
  const patch = `@@ -0,0 +1,2001 @@\n${'+x\n'.repeat(2_000)}`;
  const all = [{ ...FILE, patch }, { ...FILE, patch: '' }, ...Array.from({ length: 299 }, () => FILE)];
  const { files, more } = presentDiff({ files: all, overflow: true });
  expect(files[1]).toMatchObject({ lines: [], without: 'large' });
  expect(files[0]).toMatchObject({ added: 2_000, lines: [], without: 'large' });
  expect([files.length, more]).toEqual([300, 1]);
});

it('folds large files, and those after the first two thousand lines', () => {
  const patch = (lines: number) => `@@ -0,0 +1,${lines} @@\n${'+x\n'.repeat(lines - 1)}`;
  const of = (...lines: number[]) =>
    presentDiff({ files: lines.map((each) => ({ ...FILE, patch: patch(each) })), overflow: false }).files;
  expect(of(300, 301, ...Array<number>(5).fill(300)).map(({ isOpen }) => isOpen)).toEqual([
    ...[true, false, true, true, true, true, false],
  ]);
  expect(of(1_500)[0]!.isOpen).toBe(true);
});

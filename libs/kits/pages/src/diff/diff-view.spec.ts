import { presentDiff, type ChangedFile } from './diff-view.js';

const FILE: ChangedFile = {
  oldPath: 'a',
  newPath: 'a',
  oldMode: '100644',
  newMode: '100644',
  renamed: false,
  patch: '--- a/a\n+++ b/a\n@@ -1,2 +1,2 @@ f()\n same\n-- old\n++ new\n\\ No newline at end of file\n',
};

it('numbers the lines of both sides', () => {
  const { files, added, removed, more } = presentDiff({ files: [FILE], overflow: false });
  expect([added, removed, more]).toEqual([1, 1, 0]);
  expect(files).toEqual([
    {
      ...{ id: 'file-1', path: 'a', change: 'changed', added: 1, removed: 1, isOpen: true },
      lines: [
        { kind: 'part', text: '@@ -1,2 +1,2 @@ f()' },
        { kind: 'same', before: 1, after: 1, text: ' same' },
        { kind: 'removed', before: 2, text: '-- old' },
        { kind: 'added', after: 2, text: '++ new' },
        { kind: 'part', text: '\\ No newline at end of file' },
      ],
    },
  ]);
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

it('folds the files after the first two thousand lines', () => {
  const patch = `@@ -0,0 +1,1500 @@\n${'+x\n'.repeat(1_499)}`;
  const { files } = presentDiff({ files: [1, 2].map(() => ({ ...FILE, patch })), overflow: false });
  expect(files.map(({ isOpen }) => isOpen)).toEqual([true, false]);
});

import { treeOf } from './file-tree.js';

it('groups files by folder, and joins folders with a single folder in them', () => {
  const [a, b, c] = ['a', 'src/main/b', 'src/main/deep/c'].map((path) => ({ path })) as [object, object, object];
  expect(treeOf([a, b, c] as { path: string }[])).toEqual({
    files: [{ name: 'a', file: a }],
    folders: [
      {
        name: 'src/main',
        files: [{ name: 'b', file: b }],
        folders: [{ name: 'deep', folders: [], files: [{ name: 'c', file: c }] }],
      },
    ],
  });
});

import type { TreePath } from '../refs/paths.js';
import { TreeListing } from './tree-listing.js';

function lsTree(...rows: [mode: string, type: string, path: string | Buffer][]): Buffer {
  return Buffer.concat(
    rows.map(([mode, type, path]) =>
      Buffer.concat([Buffer.from(`${mode} ${type} ${'a'.repeat(40)}\t`), Buffer.from(path as string), Buffer.of(0)]),
    ),
  );
}

describe('a tree listing', () => {
  const listing = TreeListing.ofLsTree(
    lsTree(
      ['100644', 'blob', 'b'],
      ['160000', 'commit', 'a-sub'],
      ['040000', 'tree', 'a-b'],
      ['100644', 'blob', 'a-b/x y'],
      ['040000', 'tree', 'a'],
      ['100755', 'blob', 'a/\n"'],
      ['120000', 'blob', Buffer.from('a/\xe9', 'latin1')],
    ),
  );

  it('is in the order trees, blobs, submodules, each by bytes', () => {
    expect(listing.page().map(({ path }) => path)).toEqual(['a', 'a-b', 'a-b/x y', 'a/\n"', 'a/\ufffd', 'b', 'a-sub']);
  });

  it('has pages, with paths from the root', () => {
    expect(listing.total).toBe(7);
    expect(listing.page('dir' as TreePath, 2, 2)).toEqual([
      { id: 'a'.repeat(40), name: 'x y', type: 'blob', path: 'dir/a-b/x y', mode: '100644' },
      { id: 'a'.repeat(40), name: '\n"', type: 'blob', path: 'dir/a/\n"', mode: '100755' },
    ]);
    expect(listing.page('' as TreePath, 6, 10)).toHaveLength(1);
    expect(listing.page('' as TreePath, 7, 10)).toEqual([]);
  });
});

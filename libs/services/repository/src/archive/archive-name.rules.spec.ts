import type { ObjectId } from '../git/refs/object-id.js';
import { ROOT_PATH, type TreePath } from '../git/refs/paths.js';
import { archiveName, attachment } from './archive-name.rules.js';

const commit = '1'.repeat(40) as ObjectId;

describe('the name of an archive', () => {
  it.each([
    ['branch', 'main', `project-main-${commit}`],
    ['tag', 'release/1.0', `project-release-1.0-${commit}`],
    ['head', 'HEAD', `project-HEAD-${commit}`],
    ['id', commit.slice(0, 8), `project-${commit}`],
  ] as const)('of a %s: %s', (kind, ref, name) => {
    expect(archiveName('group/sub/project', ref, { kind, commit }, ROOT_PATH)).toBe(name);
  });

  it('has the path of a folder at its end', () => {
    const name = archiveName('group/project', 'a/b', { kind: 'branch', commit }, 'src/lib' as TreePath);
    expect(name).toBe(`project-a-b-${commit}-src-lib`);
  });
});

describe('the file name of a download', () => {
  it.each([
    ['a-b.zip', 'attachment; filename="a-b.zip"'],
    ['ü.zip', `attachment; filename="_.zip"; filename*=UTF-8''%C3%BC.zip`],
    ['"a\'.zip', `attachment; filename="_a'.zip"; filename*=UTF-8''%22a%27.zip`],
    ['😀\\.zip', `attachment; filename="__.zip"; filename*=UTF-8''%F0%9F%98%80%5C.zip`],
  ])('%s', (name, header) => {
    expect(attachment(name)).toBe(header);
  });
});

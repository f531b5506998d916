import { parseObjectId, ZERO_ID } from './object-id.js';
import { parseRepositoryPath, parseTreePath } from './paths.js';
import { branchOfRef, parseBranchName, parseRefName, parseTagName, tagOfRef, type RefName } from './ref-name.js';
import { parseRevision, revisionBase, revisionSteps } from './revision.js';

describe('names', () => {
  it('of objects are forty digits and never the zero id', () => {
    expect(parseObjectId('A'.repeat(40))).toBe('a'.repeat(40));
    for (const text of ['', 'abc', 'g'.repeat(40), 'a'.repeat(41), `${'a'.repeat(40)}\n`, ZERO_ID]) {
      expect(parseObjectId(text)).toBeNull();
    }
  });

  it('of refs are full', () => {
    expect(parseRefName('refs/heads/main')).toBe('refs/heads/main');
    for (const text of ['main', 'heads/main', 'refs', 'refs/', 'refs/heads/', 'refs/heads/a..b', 'HEAD', '-refs/x']) {
      expect(parseRefName(text)).toBeNull();
    }
  });

  it('of branches and tags cannot be taken for options or full refs', () => {
    for (const parse of [parseBranchName, parseTagName]) {
      for (const text of ['main', 'a/b', 'ünïcode', '@', 'x-y', 'head', 'a@b', '{}']) expect(parse(text)).toBe(text);
      for (const text of [
        '',
        '-x',
        'HEAD',
        'refs/heads/x',
        'a b',
        'a.lock',
        '.a',
        'a/.b',
        'a~',
        'a\0b',
        '\ud800',
        'a@{1}',
      ]) {
        expect(parse(text)).toBeNull();
      }
    }
  });

  it('of branches and tags are found in refs', () => {
    expect(branchOfRef('refs/heads/a/b' as RefName)).toBe('a/b');
    expect(branchOfRef('refs/tags/a' as RefName)).toBeNull();
    expect(tagOfRef('refs/tags/a' as RefName)).toBe('a');
    expect(tagOfRef('refs/heads/a' as RefName)).toBeNull();
  });

  it('of revisions may have steps, but no other syntax', () => {
    for (const text of [
      'main',
      'HEAD',
      'HEAD~3',
      'main^2~1',
      'v1.0^{}',
      'v1.0^{commit}',
      'refs/heads/x',
      'refs/tags/x~1',
      'refs/merge-requests/1/head',
      'hearth/keep-around/x',
      'a'.repeat(40),
    ]) {
      expect(parseRevision(text)).toBe(text);
    }
    for (const text of [
      '',
      '~1',
      '^main',
      'main:file',
      ':/text',
      'main@{1}',
      'a..b',
      'a b',
      'main^{/x}',
      'a\nb',
      'a\0',
      `refs/hearth/keep-around/${'a'.repeat(40)}`,
      'refs/Hearth/x~1',
      'refs/notes/commits',
      'refs/merge-requests',
    ]) {
      expect(parseRevision(text)).toBeNull();
    }
    expect([revisionBase('main^2~1'), revisionSteps('main^2~1')]).toEqual(['main', '^2~1']);
    expect([revisionBase('main'), revisionSteps('main')]).toEqual(['main', '']);
  });

  it('of revisions are parsed in linear time', () => {
    // A pattern for the steps, tried at every position, takes quadratic time: minutes for this input.
    const steps = '~'.repeat(1_000_000);
    expect(parseRevision(`${steps}x`)).toBeNull();
    expect(parseRevision(`main${steps}`)).not.toBeNull();
  });

  it('of repositories are absolute and normal', () => {
    expect(parseRepositoryPath('/data/a b/1.git')).toBe('/data/a b/1.git');
    for (const text of ['', '/', 'a/b', '/a/../b', '/a/./b', '/a//b', '/a/', '/a\nb', '/a\0b', '-x']) {
      expect(parseRepositoryPath(text)).toBeNull();
    }
  });

  it('of files stay inside the tree', () => {
    expect(parseTreePath('')).toBe('');
    expect(parseTreePath('/a/b/')).toBe('a/b');
    expect(parseTreePath(' a/...')).toBe(' a/...');
    for (const text of ['..', 'a/../b', '.', 'a/./b', 'a//b', 'a\0', '\udc00']) expect(parseTreePath(text)).toBeNull();
  });
});

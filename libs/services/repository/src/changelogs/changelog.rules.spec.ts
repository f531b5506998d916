import type { TrailerCommit } from '../git/history/trailers.js';
import { readConfig } from './changelog-config.params.js';
import { DEFAULT_CONFIG } from './changelog-config.rules.js';
import { entriesOf, hasSection, sectionOf, withSection } from './changelog.rules.js';
import { introducedBy } from './introduced.rules.js';
import { previousTag } from './version.rules.js';

const id = (digit: string) => digit.repeat(40);
const commit = (digit: string, message: string, trailer?: string) =>
  ({ id: id(digit), parents: [], message, trailer }) as unknown as TrailerCommit;
const release = { version: '1.1.0', date: new Date('2026-03-05T10:00:00Z') };
const failed = (reason: string) =>
  expect.objectContaining({ body: { message: `Failed to generate the changelog: ${reason}` } }) as Error;

describe('a section', () => {
  it('has the commits with the trailer, by category, without reverted ones', () => {
    const commits = [
      commit('4', `Revert "Drop it"\n\nThis reverts commit ${id('2')}.`),
      commit('3', 'Add b\n\nChangelog: added', 'added'),
      commit('2', 'Drop it\n\nChangelog: removed', 'removed'),
      commit('1', 'Fix a\n\nChangelog: fixed', 'fixed'),
      commit('0', 'Add c\n\nChangelog: added', 'added'),
    ];
    const config = { ...DEFAULT_CONFIG, categories: new Map([['fixed', 'Bug fixes']]) };
    const entries = entriesOf(commits, new Map([[id('1'), 7]]));
    expect(sectionOf(release, entries, config, 'a/b')).toBe(
      `## 1.1.0 (2026-03-05)\n\n### Bug fixes (1 change)\n\n- [Fix a](a/b@${id('1')}) ([merge request](a/b!7))\n\n` +
        `### added (2 changes)\n\n- [Add b](a/b@${id('3')})\n- [Add c](a/b@${id('0')})\n\n`,
    );
    expect(sectionOf(release, [], config, 'a/b')).toBe('## 1.1.0 (2026-03-05)\n\nNo changes.\n\n');
  });

  it('is inserted before that of the next lower version', () => {
    const log = '# Log\n\n## 2.0.0 (x)\n\ntwo\n\n## 1.0.0 (x)\n\none\n';
    expect(withSection(log, '## 1.1.0\n\nnew\n\n', '1.1.0')).toBe(
      '# Log\n\n## 2.0.0 (x)\n\ntwo\n\n## 1.1.0\n\nnew\n\n## 1.0.0 (x)\n\none\n',
    );
    expect(withSection(log, '## 0.1.0\n\nnew\n\n', '0.1.0')).toBe(`${log}\n## 0.1.0\n\nnew\n`);
    expect(withSection('', '## 0.1.0\n\nnew\n\n', '0.1.0')).toBe('## 0.1.0\n\nnew\n');
    expect([hasSection(log, '1.0.0'), hasSection(log, '1.0'), hasSection('## 1.0.0-rc1', '1.0.0')]).toEqual([
      ...[true, false, false],
    ]);
  });
});

describe('the tag before a version', () => {
  const tags = ['v1.0.0', 'v1.1.0', 'v2.0.0-rc1', 'v10.0.0', 'other', '1.2.0'];

  it('is that of the last stable release', () => {
    const before = (version: string) => previousTag(version, tags, DEFAULT_CONFIG.tagRegex);
    expect([before('v1.1.1'), before('2.0.0'), before('1.1.0'), before('11.0.0')]).toEqual([
      ...['v1.1.0', '1.2.0', 'v1.0.0', 'v10.0.0'],
    ]);
    expect(previousTag('2.0.0', ['r-1.5.0'], '^r-(?P<major>\\d+)\\.(?P<minor>\\d+)\\.(?P<patch>\\d+)$')).toBe(
      'r-1.5.0',
    );
  });

  it('is required, and so are a version and an expression', () => {
    expect(() => previousTag('0.1.0', tags, DEFAULT_CONFIG.tagRegex)).toThrow(
      failed('The commit start range is unspecified, and no previous tag could be found to use instead'),
    );
    expect(() => previousTag('x1.0.0', tags, DEFAULT_CONFIG.tagRegex)).toThrow(
      failed('The requested `version` attribute format is not correct. Use formats such as `1.0.0` or `v1.0.0`.'),
    );
    expect(() => previousTag('2.0.0', tags, '(')).toThrow(
      failed('The regular expression to use for finding the previous tag for a version is invalid'),
    );
  });
});

describe('the configuration', () => {
  it('has categories in their order and a format of dates', () => {
    const config = readConfig('date_format: "%-d %B %Y"\ncategories:\n  b: Bugs\n  a: Added\n');
    expect([...config.categories]).toEqual([
      ['b', 'Bugs'],
      ['a', 'Added'],
    ]);
    expect(sectionOf(release, [], config, 'a/b')).toMatch(/^## 1\.1\.0 \(5 March 2026\)/);
    expect(readConfig('')).toEqual(DEFAULT_CONFIG);
  });

  it.each([
    ['template: x', 'The configuration key "template" is not supported'],
    ['include_groups: [a]', 'The configuration key "include_groups" is not supported'],
    ['categories: [a]', 'The "categories" configuration key must be a Hash'],
    ['date_format: 1', 'The "date_format" configuration key is invalid'],
    ['date_format: "%Q"', 'The date format %Q is not supported'],
    ['- a', 'The configuration is invalid'],
    ['a: [', 'The configuration file is not valid YAML'],
  ])('%j is refused', (text, reason) => {
    expect(() => readConfig(text)).toThrow(failed(reason));
  });
});

describe('the merge request of a commit', () => {
  const walked = (digit: string, ...parents: string[]) =>
    ({ id: id(digit), parents: parents.map(id) }) as unknown as TrailerCommit;

  it('is the oldest one that brought it', () => {
    // 9 merges 8 (of which 7 is older) into 5; 5 follows 4, 7 follows 4.
    const commits = [walked('9', '5', '8'), walked('8', '7'), walked('7', '4'), walked('5', '4'), walked('4', '3')];
    const merged = [
      { iid: 3, headSha: id('9'), baseSha: id('4'), made: [] },
      { iid: 2, headSha: id('8'), baseSha: id('4'), made: [id('9')] },
    ];
    expect([...introducedBy(commits, merged)].sort()).toEqual([
      [id('5'), 3],
      [id('7'), 2],
      [id('8'), 2],
      [id('9'), 2],
    ]);
    expect(introducedBy(commits, [{ iid: 1, headSha: id('1'), baseSha: null, made: [id('2')] }]).size).toBe(0);
  });
});

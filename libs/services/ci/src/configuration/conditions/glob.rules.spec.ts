import { Patterns } from '../regexp.rules.js';
import { globPattern, Globs } from './glob.rules.js';

describe('a glob', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['README.md', ['README.md'], ['README_md', 'docs/README.md']],
    ['*.md', ['a.md', '.md'], ['docs/a.md', 'a.mdx']],
    ['**/*.md', ['a.md', 'docs/a.md', 'x/y/a.md'], ['a.mdx']],
    ['docs/*', ['docs/a', 'docs/.hidden'], ['docs', 'docs/a/b']],
    ['docs/**/*', ['docs/a', 'docs/a/b/c'], ['docs', 'other/docs/a']],
    ['docs/**', ['docs/a', 'docs/a/b'], ['docs']],
    ['**', ['a', 'a/b'], []],
    ['a/**/z', ['a/z', 'a/b/z', 'a/b/c/z'], ['az', 'a/bz']],
    ['?.ts', ['a.ts'], ['ab.ts', '/.ts']],
    ['[ab].ts', ['a.ts', 'b.ts'], ['c.ts']],
    ['[!ab].ts', ['c.ts'], ['a.ts']],
    ['[a-c]1', ['b1'], ['d1', '-1']],
    ['*.{js,ts}', ['a.js', 'a.ts'], ['a.jsx', 'a.{js,ts}']],
    ['{a,b}/{c,d}', ['a/c', 'b/d'], ['a/b']],
    ['a}b', ['a}b'], ['ab']],
    ['a.b+(c)', ['a.b+(c)'], ['a.bc']],
    ['\\*', ['*'], ['a']],
    ['ünï/*', ['ünï/ç'], ['uni/c']],
  ])('%s matches %j, but not %j', (glob, matching, others) => {
    const matches = (path: string) => new Globs(new Patterns()).matchesAny(glob, [path]);
    expect([matching.filter(matches), others.filter(matches)]).toEqual([matching, []]);
  });

  it('without wildcards needs no pattern', () => expect(globPattern('src/main.ts')).toBeUndefined());

  it('that no path begins like compiles no pattern', () => {
    const patterns = new Patterns();
    patterns.compile = () => {
      throw new Error('compiled');
    };
    expect(new Globs(patterns).matchesAny('src/*/a.ts', ['docs/a.md', 'src'])).toBe(false);
  });

  it('that is no pattern matches nothing', () => {
    expect(new Globs(new Patterns()).matchesAny('{a', ['a', '{a'])).toBe(false);
  });

  it('matches in linear time, and counts as matching beyond a number of comparisons', () => {
    const globs = new Globs(new Patterns());
    const paths = Array.from({ length: 20_000 }, (_, n) => `src/${n}/${'a'.repeat(20)}`);
    const answers = Array.from({ length: 11 }, (_, n) => globs.matchesAny(`*/*a*a*a*a*b${n}`, paths));
    expect(answers).toEqual([...Array.from({ length: 10 }, () => false), true]);
    expect(globs.matchesAny('*/*a*a*a*a*b1', paths)).toBe(false);
  });
});

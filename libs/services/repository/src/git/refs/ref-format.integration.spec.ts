import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { isRefFormat } from './ref-format.rules.js';
import { parseBranchName } from './ref-name.js';

/** Returns git's verdict on each of the names. One shell asks for all of them: starting git from here costs ten times more. */
function askGit(options: string, names: readonly string[]): boolean[] {
  const script = `for name in "$@"; do git check-ref-format ${options} "$name" >/dev/null 2>&1 && echo y || echo n; done`;
  const { stdout } = spawnSync('sh', ['-c', script, 'sh', ...names], { cwd: '/', encoding: 'utf8' });
  return stdout
    .trim()
    .split('\n')
    .map((line) => line === 'y');
}

/** Parts of names near the edges of the rules. Random text would hardly ever be a valid name. */
const parts = fc.constantFrom(
  ...['a', 'B', '/', '.', '..', '@', '{', '@{', '-', '.lock', 'lock', '*', '~', '^', ':', '?', '[', '\\', ' ', '\t'],
  ...[
    '\x7f',
    '\n',
    'refs/',
    'heads/',
    'HEAD',
    'é',
    '日',
    '🔥',
    '\u0085',
    '"',
    "'",
    '$',
    '%',
    ']',
    '}',
    '|',
    '<',
    '#',
    '!',
  ],
);
const names = fc.array(parts, { minLength: 1, maxLength: 6 }).map((list) => list.join(''));
const manyNames = (accept: (name: string) => boolean): fc.Arbitrary<string[]> =>
  fc.array(names.filter(accept), { minLength: 60, maxLength: 60 });

describe('the rules for ref names are those of git', () => {
  it('for full names', () => {
    fc.assert(
      fc.property(
        manyNames((name) => !name.startsWith('-')),
        (list) => {
          expect(list.map((name) => isRefFormat(name))).toEqual(askGit('', list));
        },
      ),
      { numRuns: 8 },
    );
  });

  it('for names of one level', () => {
    fc.assert(
      fc.property(
        manyNames((name) => !name.startsWith('-')),
        (list) => {
          expect(list.map((name) => isRefFormat(name, { oneLevel: true }))).toEqual(askGit('--allow-onelevel', list));
        },
      ),
      { numRuns: 8 },
    );
  });

  it('for branches, which for us may not start with refs/', () => {
    fc.assert(
      fc.property(
        manyNames((name) => !name.includes('@{') && !name.startsWith('refs/')),
        (list) => {
          expect(list.map((name) => parseBranchName(name) !== null)).toEqual(askGit('--branch', list));
        },
      ),
      { numRuns: 8 },
    );
  });
});

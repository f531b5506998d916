import { newestOfEntries } from './last-commits.js';

const [A, B] = ['a'.repeat(40), 'b'.repeat(40)] as const;
const row = (path: string) => `:100644 100644 ${'1'.repeat(40)} ${'2'.repeat(40)} M\0${path}\0`;

describe('newestOfEntries', () => {
  it('returns the first commit of each entry', () => {
    const output = `${A}\0${row('lib/a')}${row(':odd')}${B}\0${row('lib/b')}${row('c')}`;
    expect([...newestOfEntries(output, '')]).toEqual([
      ['lib', A],
      [':odd', A],
      ['c', B],
    ]);
  });

  it('leaves out a row without its end', () => {
    const output = `${A}\0${row('a')}${row('b')}`;
    expect([...newestOfEntries(output.slice(0, -1), '').keys()]).toEqual(['a']);
  });

  it('names entries below a folder', () => {
    const output = `${A}\0${row('lib/x/a')}${B}\0${row('lib/x/b')}${row('lib/c')}`;
    expect([...newestOfEntries(output, 'lib')]).toEqual([
      ['x', A],
      ['c', B],
    ]);
  });
});

import { readmeAmong } from './readme.rules.js';

describe('readmeAmong', () => {
  it.each([
    [['LICENSE', 'README.md', 'src.c'], 'README.md'],
    [['ReadMe.RST'], 'ReadMe.RST'],
    [['README'], 'README'],
    [['readme.txt'], 'readme.txt'],
    [['index.md'], 'index.md'],
    [['INDEX.md', 'README.txt'], 'README.txt'],
    [['README', 'README.adoc', 'README.md'], 'README.adoc'],
    [['README.txt', 'readme.org'], 'readme.org'],
    [['index', 'index.markdown'], 'index.markdown'],
  ])('of %j is %s', (names, expected) => {
    expect(readmeAmong(names)).toBe(expected);
  });

  it.each(['README.html', 'README.md.bak', 'README-de.md', 'MYREADME', 'index.html', 'README.', 'README.md\n', 'docs'])(
    'is not %j',
    (name) => {
      expect(readmeAmong([name])).toBeUndefined();
    },
  );
});

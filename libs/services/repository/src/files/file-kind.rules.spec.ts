import { isBinary, isMarkdown, isNotebook, linesOf, pictureType } from './file-kind.rules.js';

it.each([
  ['a.png', 'image/png'],
  ['lib/A.SVG', 'image/svg+xml'],
  ['a.webp', 'image/webp'],
  ['.svg', undefined],
  ['a.svg.html', undefined],
  ['svg', undefined],
])('pictureType of %s', (name, type) => {
  expect(pictureType(name)).toBe(type);
});

it.each([
  ['README.md', true],
  ['a/b.MARKDOWN', true],
  ['md', false],
  ['a.md/b', false],
])('isMarkdown of %s', (name, is) => {
  expect(isMarkdown(name)).toBe(is);
});

it('takes a content with a NUL at its beginning for binary', () => {
  expect(isBinary(Buffer.from('a\0b'))).toBe(true);
  expect(isBinary(Buffer.concat([Buffer.alloc(8_000, 'a'), Buffer.alloc(1)]))).toBe(false);
});

it.each([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\r\nb\r\n', ['a', 'b']],
  ['\n\n', ['', '']],
])('splits %j into lines', (text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});

it('tells notebooks by their names', () => {
  expect(['a/b.ipynb', 'ipynb', 'a.ipynb.md'].map(isNotebook)).toEqual([true, false, false]);
});

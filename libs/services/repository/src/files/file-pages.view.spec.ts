import { presentLines, presentSize } from './file-pages.view.js';

it.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1023, '1023 bytes'],
  [1536, '1.5 KiB'],
  [3 * 1024 ** 2, '3.0 MiB'],
])('presents a size of %d bytes', (bytes, text) => {
  expect(presentSize(bytes)).toBe(text);
});

it('leaves out the line after the last line end', () => {
  expect(presentLines('a\nb\n', ['<b>a</b>', 'b', ''])).toEqual({ html: ['<b>a</b>', 'b'] });
  expect(presentLines('a\nb\n', null)).toEqual({ text: ['a', 'b'] });
});

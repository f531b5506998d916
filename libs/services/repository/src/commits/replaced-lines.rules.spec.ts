import { replacedLines } from './replaced-lines.rules.js';

it.each([
  ['a line', 'a\nb\nc\n', { from: 2, to: 2, lines: ['ü'] }, 'a\nü\nc\n'],
  ['several lines by none', 'a\nb\nc\n', { from: 1, to: 2, lines: [] }, 'c\n'],
  ['a last line without an end', 'a\nb', { from: 2, to: 2, lines: ['x', 'y'] }, 'a\nx\ny'],
  ['lines with carriage returns', 'a\r\nb\r\n', { from: 1, to: 1, lines: ['x'] }, 'x\r\nb\r\n'],
  ['no line that does not exist', 'a\nb\n', { from: 3, to: 3, lines: ['x'] }, undefined],
  ['no range that is reversed', 'a\nb\n', { from: 2, to: 1, lines: ['x'] }, undefined],
])('replaces %s', (_, content, change, expected) => {
  expect(replacedLines(Buffer.from(content), change)?.toString()).toBe(expected);
});

it('keeps bytes of other encodings', () => {
  const content = Buffer.from([0xff, 0x0a, 0x62, 0x0a]);
  expect(replacedLines(content, { from: 2, to: 2, lines: ['c'] })).toEqual(Buffer.from([0xff, 0x0a, 0x63, 0x0a]));
});

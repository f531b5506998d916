import { contentOfForm, defaultMessage, newPath } from './file-form.rules.js';

it('keeps the line ends of the file', () => {
  expect(contentOfForm('a\r\nb\r\n', false)).toBe('a\nb\n');
  expect(contentOfForm('a\r\nb\r\n', true)).toBe('a\r\nb\r\n');
});

it('puts new files into their folder', () => {
  expect([newPath('', 'a'), newPath('lib', 'x/a')]).toEqual(['a', 'lib/x/a']);
});

it('names the file in messages', () => {
  expect(defaultMessage('delete', 'lib/a.ts')).toBe('Delete a.ts');
});

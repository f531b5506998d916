import { presentLines } from './file-pages.view.js';

it('leaves out the line after the last line end', () => {
  expect(presentLines('a\nb\n', ['<b>a</b>', 'b', ''])).toEqual({ html: ['<b>a</b>', 'b'] });
  expect(presentLines('a\nb\n', null)).toEqual({ text: ['a', 'b'] });
});

import { markdown } from './rich-text-thread.js';

describe('Markdown of several texts', () => {
  it('has no HTML where that is many times as long', () => {
    const text = `[x]: http://x.example/${'y'.repeat(10_000)}\n\n${'[x] '.repeat(500)}`;
    expect(markdown({ texts: ['*a*', text], context: {} })).toEqual([]);
    expect(markdown({ texts: ['*a*', 'b'], context: {} })).toEqual(['<p><em>a</em></p>\n', '<p>b</p>\n']);
  });
});

import { coverageIn } from './coverage.rules.js';

describe('coverage in a trace', () => {
  it.each<[string, string, string, number | null]>([
    ['is what the group has matched', 'Covered: (\\d+)%', 'Covered: 81%\n', 81],
    ['is a number in the match', '\\(\\d+\\.\\d+%\\) covered', '12 of 15 (98.29%) covered', 98.29],
    ['is in the last line that matches', '(\\d+)%', '10%\n20%\nend\n', 20],
    ['is the last match of its line', '(\\d+)%', '10% 20% end', 20],
    ['is the last group that has matched', '(\\d+)%|(\\d+) percent', '10 percent, 20%', 20],
    ['may be nothing', '(\\d+)%', '0%', 0],
    ['is not in a match without a number', 'Covered: (.*)', 'Covered: 7\nCovered: all', 7],
    ['is missing', '(\\d+)%', 'done', null],
    ['is missing in an empty trace', '(\\d*)', '', null],
    ['is not infinite', '\\d+', '9'.repeat(400), null],
    ['stands at the end of a long line', '(\\d+)%', `1% ${'.'.repeat(5_000)} 2%`, 2],
    ['has colors around it', '(\\d+)%', '\u001b[32mTOTAL 50%\u001b[0m\r', 50],
    ['is not there for a pattern that is none', '(', '(', null],
  ])('%s', (_, pattern, text, expected) => expect(coverageIn(text, pattern)).toBe(expected));

  it.each(['(\\d+)%', '(x|xx|xxx)*z|x', '(?:[a-z]?){900}z|x'])('is looked for in bounded time by %s', (pattern) => {
    const text = `${'x'.repeat(1_000)}\n`.repeat(1_000);
    const begun = performance.now();
    expect(coverageIn(text, pattern)).toBeNull();
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});

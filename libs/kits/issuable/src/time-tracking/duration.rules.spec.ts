import { MOST_SECONDS, humanDuration, parseDuration } from './duration.rules.js';

const HOUR = 3600;

describe('parseDuration', () => {
  it.each([
    ['3h30m', 3.5 * HOUR],
    ['1w 2d 3h', (40 + 16 + 3) * HOUR],
    ['1mo', 160 * HOUR],
    ['2', 2 * HOUR],
    ['1.5h', 1.5 * HOUR],
    [' 2 Hours 10 mins ', 2 * HOUR + 600],
    ['30s', 30],
    ['-1h', -HOUR],
    ['0', 0],
    ['-0h', 0],
  ])('%j is %i seconds', (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });

  it.each(['', ' ', '-', 'h', 'soon', '1y', '1h soon', '1:30', '--1h', '1h -2m', '999999999mo', '1'.repeat(65)])(
    '%j is none',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );

  it('reads what humanDuration writes', () => {
    for (const seconds of [0, 1, 61, -3_661, 28_800, 144_000, 576_000, 999_999_999, MOST_SECONDS, -MOST_SECONDS])
      expect(parseDuration(humanDuration(seconds) ?? '0')).toBe(seconds);
  });
});

describe('humanDuration', () => {
  it.each([
    [0, null],
    [59, '59s'],
    [3.5 * HOUR, '3h 30m'],
    [160 * HOUR + 59 * HOUR, '1mo 1w 2d 3h'],
    [-HOUR, '-1h'],
  ])('%i seconds are %j', (seconds, text) => {
    expect(humanDuration(seconds)).toBe(text);
  });
});

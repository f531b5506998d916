import { durationSeconds } from './duration.rules.js';

const DAY = 86_400;

describe('a duration', () => {
  it.each<[string, number | undefined]>([
    ['42', 42],
    ['3 mins 4 sec', 184],
    ['2 hrs 20 min', 8_400],
    ['2h20min', 8_400],
    ['6 mos 1 day', 181 * DAY],
    ['47 yrs 6 mos and 4d', 47 * 365.25 * DAY + 184 * DAY],
    ['3 weeks, 2 days', 23 * DAY],
    ['1.5 hours', 5_400],
    ['0', 0],
    ['', undefined],
    ['soon', undefined],
    ['days', undefined],
    ['3 4 days', undefined],
    ['3 parsecs', undefined],
    ['3 days!', undefined],
    ['-3 days', undefined],
    ['constructor', undefined],
    ['9999999999 years', undefined],
    ['1'.repeat(300), undefined],
  ])('%j is %j', (text, seconds) => expect(durationSeconds(text)).toBe(seconds));
});

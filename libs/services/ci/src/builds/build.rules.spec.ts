import { durationOf } from './build.rules.js';

const at = (seconds: number) => new Date(1_500_000_000_000 + seconds * 1000);

describe('the duration of a job', () => {
  it.each<[string, Date | null, Date | null, number | null]>([
    ['before its start', null, null, null],
    ['canceled before its start', null, at(5), null],
    ['while it runs', at(0), null, 9],
    ['after its end', at(0), at(3.9), 3],
    ['with clocks that differ', at(3), at(2), 0],
  ])('%s', (_, startedAt, finishedAt, seconds) => {
    expect(durationOf({ startedAt, finishedAt }, at(9))).toBe(seconds);
  });
});

import { durationOf, queuedDurationOf } from './build.rules.js';

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

describe('the time for which a job waited', () => {
  it.each<[string, Date | null, Date | null, Date | null, number | null]>([
    ['before it is pending', null, null, null, null],
    ['while it waits', at(0), null, null, 9],
    ['until its start', at(0), at(2.5), at(7), 2.5],
    ['when it was canceled before', at(1), null, at(4), 3],
    ['with clocks that differ', at(3), at(2), null, 0],
  ])('%s', (_, queuedAt, startedAt, finishedAt, seconds) => {
    expect(queuedDurationOf({ queuedAt, startedAt, finishedAt }, at(9))).toBe(seconds);
  });
});

import { MOST_SECONDS } from './duration.rules.js';
import { timeNotes, timesAfter } from './times.rules.js';

const TIMES = { timeEstimate: 7200, timeSpent: 3600 };
const NOW = new Date('2018-01-15T23:00:00Z');

describe('timesAfter', () => {
  it.each([
    [{ estimate: 60 }, { timeEstimate: 60, timeSpent: 3600 }],
    [{ spend: 60 }, { timeEstimate: 7200, timeSpent: 3660 }],
    [{ spend: -3600 }, { timeEstimate: 7200, timeSpent: 0 }],
    [{ spend: 'reset' as const }, { timeEstimate: 7200, timeSpent: 0 }],
    [{ spend: -3601 }, null],
    [{ spend: MOST_SECONDS }, null],
  ])('%j', (change, expected) => {
    expect(timesAfter(TIMES, change)).toEqual(expected);
  });
});

describe('timeNotes', () => {
  it.each([
    [{}, []],
    [{ timeEstimate: 3600 }, ['changed time estimate to 1h']],
    [{ timeEstimate: 0 }, ['removed time estimate']],
    [{ timeSpent: 7200 }, ['added 1h of time spent at 2018-01-15']],
    [{ timeSpent: 1800 }, ['subtracted 30m of time spent at 2018-01-15']],
    [{ timeSpent: 0, timeEstimate: 0 }, ['removed time estimate', 'removed time spent']],
  ])('%j: %j', (change, notes) => {
    expect(timeNotes(TIMES, { ...TIMES, ...change }, NOW)).toEqual(notes);
  });
});

import fc from 'fast-check';
import { nextRun, runAfter, scheduleErrors } from './schedule.rules.js';

const NOW = new Date('2018-01-15T10:07:00Z');
const next = (cron: string, timeZone = 'UTC') => nextRun({ cron, timeZone }, NOW)?.toISOString();

describe('the next run of a schedule', () => {
  it.each<[string, string, string | undefined]>([
    ['0 1 * * *', 'UTC', '2018-01-16T01:00:00.000Z'],
    ['0 1 * * *', 'Asia/Tokyo', '2018-01-15T16:00:00.000Z'],
    ['*/15 10 * jan MON', 'UTC', '2018-01-15T10:15:00.000Z'],
    ['7 10 * * *', 'UTC', '2018-01-16T10:07:00.000Z'],
    ['0 0 29 2 *', 'UTC', '2020-02-29T00:00:00.000Z'],
    // The hour skipped by summer time.
    ['30 2 25 3 *', 'Europe/Berlin', '2018-03-25T01:30:00.000Z'],
    ['0 0 30 2 *', 'UTC', undefined],
    ['0 0 * *', 'UTC', undefined],
    ['0 0 0 * * *', 'UTC', undefined],
    ['H 0 * * *', 'UTC', undefined],
    ['@daily', 'UTC', undefined],
    ['61 0 * * *', 'UTC', undefined],
    ['', 'UTC', undefined],
  ])('%s in %s', (cron, timeZone, expected) => expect(next(cron, timeZone)).toBe(expected));

  it('is later than now, or there is none, whatever the text', () => {
    const field = fc.array(fc.constantFrom('*', '/', '-', ',', '0', '5', '31', '99', 'mon', 'jan', 'x'), {
      minLength: 1,
      maxLength: 4,
    });
    const cron = fc.array(
      field.map((units) => units.join('')),
      { minLength: 4, maxLength: 6 },
    );
    fc.assert(
      fc.property(cron, (fields) => {
        const run = nextRun({ cron: fields.join(' '), timeZone: 'Europe/Berlin' }, NOW);
        expect(run === undefined || run > NOW).toBe(true);
      }),
    );
  });

  it.each<[string, string, string, string]>([
    // Every minute becomes every tenth minute.
    ['* * * * *', '10:00', '10:00:30', '10:10'],
    ['*/10 * * * *', '10:00', '10:01', '10:10'],
    ['*/15 * * * *', '10:00', '10:00:01', '10:15'],
    // Missed times run once.
    ['0 * * * *', '10:00', '15:20', '16:00'],
  ])('%s due at %s, seen at %s: %s', (cron, due, seen, expected) => {
    const [dueAt, now, then] = [due, seen, expected].map((time) => new Date(`2018-01-15T${time.padEnd(8, ':00')}Z`));
    expect(runAfter({ cron, timeZone: 'UTC' }, dueAt!, now!, 600_000)).toEqual(then);
  });
});

describe('a schedule', () => {
  const VALID = { description: 'nightly', ref: 'main', cron: '0 1 * * *', timeZone: 'UTC', inputs: {} };
  const SYNTAX = [' is invalid syntax'];
  it.each<[object, object]>([
    [{}, {}],
    [{ timeZone: 'Europe/Berlin' }, {}],
    [{ cron: 'x' }, { cron: SYNTAX }],
    [{ timeZone: 'Nowhere/Land' }, { cron_timezone: SYNTAX }],
    [{ timeZone: '+01:00' }, { cron_timezone: SYNTAX }],
    [
      { description: ' ', ref: '' },
      { description: ["can't be blank"], ref: ["can't be blank"] },
    ],
  ])('with %j', (changes, errors) => expect(scheduleErrors({ ...VALID, ...changes }, NOW)).toEqual(errors));
});

import { z } from 'zod';
import { defineJob } from '../job.js';
import { lastTick } from './cron.js';

const data = z.object({});

describe('the schedule of a job', () => {
  it('is read in UTC unless a zone is given', () => {
    expect(defineJob({ name: 'sweep', data, schedule: '*/5 * * * *' })).toMatchObject({ timeZone: 'UTC' });
    expect(defineJob({ name: 'sweep', data, schedule: '0 3 * * *', timeZone: 'Europe/Berlin' })).toMatchObject({
      schedule: '0 3 * * *',
      timeZone: 'Europe/Berlin',
    });
  });

  it.each([
    ['61 * * * *', 'UTC', 'the schedule of sweep cannot be read'],
    ['* * * *', 'UTC', 'needs five fields'],
    ['* * * * * *', 'UTC', 'needs five fields'],
    ['0 0 30 2 *', 'UTC', 'the schedule of sweep cannot be read'],
    ['* * * * *', 'Mars/Base', 'Mars/Base'],
  ])('cannot be %p in %p', (schedule, timeZone, problem) => {
    expect(() => defineJob({ name: 'sweep', data, schedule, timeZone })).toThrow(problem);
  });

  it('needs data that can be empty', () => {
    const full = z.object({ id: z.int() });
    expect(() => defineJob({ name: 'sweep', data: full, schedule: '* * * * *' })).toThrow('must accept {}');
  });
});

describe('lastTick', () => {
  it.each([
    ['*/5 * * * *', 'UTC', '2026-01-01T12:07:30.000Z', '2026-01-01T12:05:00.000Z'],
    ['*/5 * * * *', 'UTC', '2026-01-01T12:05:00.000Z', '2026-01-01T12:05:00.000Z'],
    ['*/5 * * * *', 'UTC', '2026-01-01T12:04:59.999Z', '2026-01-01T12:00:00.000Z'],
    ['0 3 * * *', 'Europe/Berlin', '2026-07-01T12:00:00.000Z', '2026-07-01T01:00:00.000Z'],
    ['0 3 * * *', 'Europe/Berlin', '2026-01-01T12:00:00.000Z', '2026-01-01T02:00:00.000Z'],
  ])('of %p in %p at %p is %p', (schedule, timeZone, at, tick) => {
    expect(lastTick({ schedule, timeZone }, new Date(at)).toISOString()).toBe(tick);
  });
});

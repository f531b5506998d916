import { isOnline, runnerStatus, type RunnerStatus } from './runner.rules.js';

const NOW = new Date('2018-01-15T12:00:00.000Z');
const at = (time: string) => new Date(`2018-01-15T${time}Z`);

describe('runners', () => {
  it.each<[Date | null, boolean, RunnerStatus, boolean]>([
    [null, true, 'not_connected', false],
    [null, false, 'not_connected', false],
    [at('11:59:59'), true, 'online', true],
    [at('11:59:59'), false, 'paused', true],
    [at('11:00:00.001'), true, 'online', true],
    [at('11:00:00'), true, 'offline', false],
    [at('10:00:00'), false, 'paused', false],
  ])('contacted at %s, active %s: %s, online %s', (contactedAt, active, status, online) => {
    expect([runnerStatus({ active, contactedAt }, NOW), isOnline(contactedAt, NOW)]).toEqual([status, online]);
  });
});

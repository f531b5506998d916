import { failedSignInKey } from './failed-sign-in.rules.js';

const NOW = new Date('2018-01-15T10:07:21Z');
const key = (change: object = {}, reason = 'password', now = NOW) =>
  failedSignInKey({ login: 'jane', userId: 7, clientAddress: '203.0.113.1', ...change }, reason, now).toString('hex');

describe('failedSignInKey', () => {
  it.each<[string, string]>([
    ['another name of the user', key({ login: 'jane@example.com' })],
    ['the same hour', key({}, 'password', new Date('2018-01-15T10:59:59Z'))],
  ])('is the same for %s', (_, other) => expect(other).toBe(key()));

  it.each<[string, string]>([
    ['another user', key({ userId: 8 })],
    ['another network', key({ clientAddress: '203.0.113.2' })],
    ['another reason', key({}, 'code')],
    ['the next hour', key({}, 'password', new Date('2018-01-15T11:00:00Z'))],
  ])('is another one for %s', (_, other) => expect(other).not.toBe(key()));

  it('is one of a thousand for logins that no user has', () => {
    const keys = Array.from({ length: 5_000 }, (_, n) =>
      key({ userId: undefined, login: `l${n}`, clientAddress: `203.${n >> 8}.${n & 255}.1` }),
    );
    expect(new Set(keys).size).toBeLessThanOrEqual(1_000);
  });
});

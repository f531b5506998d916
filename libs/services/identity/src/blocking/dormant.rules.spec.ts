import { isDormant } from './dormant.rules.js';

describe('isDormant', () => {
  const now = new Date('2018-06-30T12:00:00.000Z');
  const old = new Date('2018-04-01T12:00:00.000Z');
  const recent = new Date('2018-04-01T12:00:00.001Z');
  const never = { lastActivityOn: null, currentSignInAt: null };

  it.each([
    ['without activity', never, null, true],
    ['with activity 90 days ago', { lastActivityOn: '2018-04-01', currentSignInAt: old }, old, true],
    ['with a later day', { ...never, lastActivityOn: '2018-04-02' }, old, false],
    ['with a later sign-in', { ...never, currentSignInAt: recent }, old, false],
    ['with a later use of a token', never, recent, false],
  ])('%s', (_, user, tokenUsedAt, dormant) => {
    expect(isDormant(user, tokenUsedAt, now)).toBe(dormant);
  });
});

import { judgeCharges } from './budget.rules.js';

const now = new Date('2018-01-15T10:00:00Z');
const charge = (used: number, { budget = 50, seconds = 60 } = {}) => ({
  budget,
  used,
  expiresAt: new Date(now.getTime() + seconds * 1000),
});

describe('judgeCharges', () => {
  it.each([
    [1, 0],
    [25, 0],
    [26, 80],
    [50, 2000],
  ])('delays attempt %d of 50 by %d ms', (used, delayMs) => {
    expect(judgeCharges([charge(used)], now)).toEqual({ limited: false, delayMs });
  });

  it('refuses what is over the budget until it begins anew', () => {
    expect(judgeCharges([charge(51)], now)).toEqual({ limited: true, budget: 50, retryAfterSeconds: 60 });
    expect(judgeCharges([charge(51, { seconds: 0 })], now)).toMatchObject({ retryAfterSeconds: 1 });
  });

  it('goes by the budget that says the worst', () => {
    const wide = charge(50, { budget: 100 });
    expect(judgeCharges([wide, charge(50)], now)).toEqual({ limited: false, delayMs: 2000 });
    const spent = charge(101, { budget: 100, seconds: 90 });
    expect(judgeCharges([charge(51), spent], now)).toMatchObject({ budget: 100, retryAfterSeconds: 90 });
    expect(judgeCharges([spent, charge(1)], now)).toMatchObject({ limited: true });
  });

  it('delays nothing that is not counted', () => {
    expect(judgeCharges([], now)).toEqual({ limited: false, delayMs: 0 });
  });
});

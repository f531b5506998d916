import { isDay } from './quick-action.rules.js';

describe('arguments of quick actions', () => {
  it.each([
    ['2026-02-28', true],
    ['2026-02-30', false],
    ['2026-13-01', false],
    ['soon', false],
  ])('the day %s: %s', (text, is) => {
    expect(isDay(text)).toBe(is);
  });
});

import { matchesSearch } from './name-search.rules.js';

describe('matchesSearch', () => {
  it.each([
    ['', true],
    ['LEASE/1', true],
    ['^release', true],
    ['^lease', false],
    ['1.0$', true],
    ['1$', false],
    ['release.*', false],
  ])('of Release/1.0 with %j: %s', (search, expected) => {
    expect(matchesSearch('Release/1.0', search)).toBe(expected);
  });
});

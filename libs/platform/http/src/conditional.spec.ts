import { etagMatches } from './conditional.js';

describe('etagMatches', () => {
  it.each([
    [undefined, false],
    ['', false],
    ['"abc"', true],
    ['W/"abc"', true],
    ['"x", "abc"', true],
    ['*', true],
    ['abc', false],
    ['"abcd"', false],
    ['"ab"', false],
  ])('If-None-Match: %s is %s for "abc"', (header, expected) => {
    expect(etagMatches(header, 'abc')).toBe(expected);
  });
});

import { alreadyHas } from './conditional.js';

describe('alreadyHas', () => {
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
    expect(alreadyHas(header, 'abc')).toBe(expected);
  });
});

import { matchesWildcard } from './wildcard.js';

describe('a pattern with wildcards', () => {
  it.each<[string, string, boolean]>([
    ['*', 'production', true],
    ['production', 'production', true],
    ['production', 'Production', false],
    ['review/*', 'review/1', true],
    ['review/*', 'review/', true],
    ['review/*', 'review', false],
    ['*/eu', 'production/eu', true],
    ['a*b*c', 'a-b-c', true],
    ['a*b*c', 'a-c-b', false],
    ['aa*aa', 'aaa', false],
    ['a*a*a', 'aa', false],
    ['a.c', 'abc', false],
    ['a**c', 'abc', true],
  ])('%j and %j: %j', (pattern, name, expected) => expect(matchesWildcard(pattern, name)).toBe(expected));
});

import { parseQuery } from './query.js';

/** Parses a query and returns the result as JSON represents it. */
const read = (text: string) => JSON.parse(JSON.stringify(parseQuery(text))) as unknown;

describe('parseQuery', () => {
  it.each([
    ['a=1&b=x+y', { a: '1', b: 'x y' }],
    ['a[]=1&a[]=2', { a: ['1', '2'] }],
    ['a%5B%5D=1&a%5B%5D=2', { a: ['1', '2'] }],
    ['a[b]=1&a[c]=2', { a: { b: '1', c: '2' } }],
    ['a[][x]=1&a[][y]=2', { a: [{ x: '1', y: '2' }] }],
    ['q=a[5]', { q: 'a[5]' }],
  ])('reads %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each([
    ['a[5]=x', { a: { 5: 'x' } }],
    ['a%5B0%5D=x&b[]=y', { a: { 0: 'x' }, b: ['y'] }],
    ['a[1]=x&a[0]=y', { a: { 0: 'y', 1: 'x' } }],
    ['a[0][x]=1&a[1][x]=2', { a: { 0: { x: '1' }, 1: { x: '2' } } }],
  ])('takes numbers for keys: %s', (text, expected) => {
    expect(read(text)).toEqual(expected);
  });

  it.each(['toString', 'constructor', 'hasOwnProperty', '__defineGetter__'])('keeps the key %s', (key) => {
    expect(read(`a[${key}]=1`)).toEqual({ a: { [key]: '1' } });
  });

  it('does not lose the key that no object keeps, nor gives anything a prototype', () => {
    for (const text of ['a[__proto__]=1', 'a%5B__proto__%5D=1', 'a[5]=1&a[__proto__]=1']) {
      expect(Object.keys(parseQuery(text)['a'] as object)).toContain('__proto__\0');
    }
    expect(parseQuery('__proto__[x]=1&x[__proto__][y]=1&__proto__[5]=1')).not.toHaveProperty('y');
    expect({}).not.toHaveProperty('x');
  });
});

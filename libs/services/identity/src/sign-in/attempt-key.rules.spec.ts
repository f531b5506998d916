import { attemptKey } from './attempt-key.rules.js';

type Attempt = [login: string, userId: number | undefined, clientAddress: string];
const key = ([login, userId, clientAddress]: Attempt) => attemptKey({ login, userId, clientAddress }).toString('hex');

describe('attemptKey', () => {
  it.each<[string, Attempt, Attempt]>([
    ['a user by another name', ['jane', 7, '192.0.2.1'], ['jane@example.com', 7, '192.0.2.1']],
    ['an unknown name in another case', ['nobody', undefined, '192.0.2.1'], ['NoBody', undefined, '192.0.2.1']],
    ['an IPv4 address written as IPv6', ['jane', 7, '192.0.2.1'], ['jane', 7, '::ffff:192.0.2.1']],
    ['another address of the same /64', ['jane', 7, '2001:db8::1'], ['jane', 7, '2001:db8:0:0:ffff::2']],
    ['a link-local address with its zone', ['jane', 7, 'fe80::1%eth0'], ['jane', 7, 'fe80::2']],
  ])('is the same for %s', (_, one, other) => {
    expect(key(one)).toBe(key(other));
  });

  it.each<[string, Attempt, Attempt]>([
    ['another user', ['jane', 7, '192.0.2.1'], ['jane', 8, '192.0.2.1']],
    ['another address', ['jane', 7, '192.0.2.1'], ['jane', 7, '192.0.2.2']],
    ['another /64', ['jane', 7, '2001:db8::1'], ['jane', 7, '2001:db8:0:1::1']],
    ['another unknown name', ['a', undefined, '192.0.2.1'], ['b', undefined, '192.0.2.1']],
    ['a name like an id', ['7', undefined, '192.0.2.1'], ['x', 7, '192.0.2.1']],
    ['an address that is none', ['jane', 7, ''], ['jane', 7, 'unknown']],
  ])('differs for %s', (_, one, other) => {
    expect(key(one)).not.toBe(key(other));
  });

  it('is short, whatever comes', () => {
    const login = '\0\ud800'.repeat(10_000);
    expect(attemptKey({ login, userId: undefined, clientAddress: 'x'.repeat(10_000) })).toHaveLength(32);
  });
});

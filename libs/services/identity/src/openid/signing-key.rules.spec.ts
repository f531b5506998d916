import { needsSuccessor, signingKeyOf } from './signing-key.rules.js';

const DAY_MS = 24 * 60 * 60 * 1_000;
const NOW = new Date('2018-06-01T00:00:00.000Z');
const key = (name: string, days: number) => ({ name, createdAt: new Date(NOW.getTime() - days * DAY_MS) });

describe('signingKeyOf', () => {
  it.each<[string, { name: string; createdAt: Date }[], string | undefined]>([
    ['nothing without keys', [], undefined],
    ['the first key at once', [key('first', 0)], 'first'],
    ['the former key while the next one is only published', [key('former', 90), key('next', 0.9)], 'former'],
    ['the next key a day later', [key('former', 91), key('next', 1)], 'next'],
    ['the oldest of several new ones', [key('one', 0.5), key('other', 0.1)], 'one'],
  ])('is %s', (_, keys, expected) => {
    expect(signingKeyOf(keys, NOW)?.name).toBe(expected);
  });
});

describe('needsSuccessor', () => {
  it('is true from 90 days on', () => {
    expect([needsSuccessor(key('', 89.9), NOW), needsSuccessor(key('', 90), NOW)]).toEqual([false, true]);
  });
});

import { stat } from 'node:fs/promises';
import { parseOptions } from '@node-rs/argon2';
import { DUMMY_HASH, hashPassword, passwordMatches } from './password-hash.js';

describe('password hashes', () => {
  it('are argon2id with a salt of their own', async () => {
    const [first, second] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    expect(first).toMatch(/^\$argon2id\$/);
    expect(first).not.toBe(second);
  });

  it('match their password however it was typed', async () => {
    const passwordHash = await hashPassword('caf\u00e9 au lait');
    expect(await passwordMatches('cafe\u0301 au lait', passwordHash)).toBe(true);
    expect(await passwordMatches('cafe au lait', passwordHash)).toBe(false);
  });

  it('leave threads for everything else, however many are compared at once', async () => {
    let compared = 0;
    const all = Array.from({ length: 64 }, () => passwordMatches('', null).finally(() => compared++));
    await stat('.');
    expect(compared).toBeLessThan(32);
    expect(await passwordMatches('', null, 10)).toBeUndefined();
    await Promise.all(all);
    expect(await passwordMatches('', null, 10)).toBe(false);
  });

  it('cost the same work where there is no password', async () => {
    expect(parseOptions(DUMMY_HASH)).toEqual(parseOptions(await hashPassword('correct horse')));
    expect(await passwordMatches('', null)).toBe(false);
  });
});

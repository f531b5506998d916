import { parseOptions } from '@node-rs/argon2';
import { NOBODYS_HASH, hashPassword, passwordMatches } from './password-hash.js';

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

  it('cost the same work where there is no password', async () => {
    expect(parseOptions(NOBODYS_HASH)).toEqual(parseOptions(await hashPassword('correct horse')));
    expect(await passwordMatches('', null)).toBe(false);
  });
});

import type { Principal } from '@hearth/contract-kit';
import { rateLimitSettings, type RateLimitSettings } from './rate-limit-settings.js';
import { RateLimits } from './rate-limits.js';

const limitsOf = (settings: Partial<RateLimitSettings>) =>
  new RateLimits({ ...rateLimitSettings({}), ...settings }, { warn: () => undefined });
const principal = (userId: number, tokenId: number) => ({ userId, credential: { tokenId } }) as Principal;
/** Number of admitted requests out of `count`. */
async function passing(times: number, send: () => Promise<void>): Promise<number> {
  const outcomes = await Promise.allSettled(Array.from({ length: times }, send));
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

describe('rate limits', () => {
  it('are 2000 requests a minute for a user and 500 for an address, unless said otherwise', () => {
    expect(rateLimitSettings({})).toEqual({
      ...{ user: 2000, token: 2000, address: 500, costly: 30 },
      ...{ concurrent: 1000, store: undefined },
    });
    const said = { HEARTH_LIMIT_USER: '30', HEARTH_LIMIT_TOKEN: '20', HEARTH_LIMIT_ADDRESS: '10' };
    expect(rateLimitSettings(said)).toMatchObject({ user: 30, token: 20, address: 10 });
    expect(() => rateLimitSettings({ HEARTH_LIMITS_STORE: 'http://127.0.0.1' })).toThrow('HEARTH_LIMITS_STORE');
  });

  it('hold for a user, whatever the tokens and addresses', async () => {
    const limits = limitsOf({ user: 5 });
    let token = 0;
    expect(await passing(9, () => limits.count(principal(1, ++token), `192.0.2.${token}`))).toBe(5);
    expect(await passing(9, () => limits.count(principal(2, 100), '192.0.2.1'))).toBe(5);
  });

  it('hold for each token where it has a lower one', async () => {
    const limits = limitsOf({ user: 5, token: 3 });
    expect(await passing(3, () => limits.count(principal(1, 1), '192.0.2.1'))).toBe(3);
    await expect(limits.count(principal(1, 1), '192.0.2.1')).rejects.toMatchObject({
      limit: { name: 'token', allowed: 3, retryAfterSeconds: 60 },
    });
    await expect(limits.count(principal(1, 2), '192.0.2.1')).resolves.toBeUndefined();
  });

  it('hold for anonymous requests that take much of the processor, which count as any other too', async () => {
    const limits = limitsOf({ address: 4, costly: 3 });
    expect(await passing(5, () => limits.countCostly('192.0.2.1'))).toBe(3);
    expect(await passing(1, () => limits.count(null, '192.0.2.1'))).toBe(0);
    expect(await passing(5, () => limits.countCostly('192.0.2.2'))).toBe(3);
  });

  it.each([
    ['an address', '192.0.2.1', '::ffff:192.0.2.1'],
    ['a /64 of IPv6', '2001:db8::1', '2001:db8::ffff:2'],
  ])('hold for anonymous requests from %s', async (_, one, other) => {
    const limits = limitsOf({ address: 4 });
    expect(await passing(3, () => limits.count(null, one))).toBe(3);
    expect(await passing(3, () => limits.count(null, other))).toBe(1);
    expect(await passing(1, () => limits.count(null, '192.0.2.77'))).toBe(1);
    expect(await passing(1, () => limits.count(principal(1, 1), one))).toBe(1);
  });

  it('let 600 machines behind one address clone private repositories in a minute', async () => {
    const limits = limitsOf({});
    const clone = async (user: number) => {
      await limits.countGit('192.0.2.1');
      // References, and what is fetched of them.
      for (let time = 0; time < 3; time += 1) await limits.count(principal(user, user), '192.0.2.1');
    };
    let user = 0;
    expect(await passing(600, () => clone(++user))).toBe(600);
    expect(await passing(500, () => limits.count(null, '192.0.2.1'))).toBe(500);
  });

  it('hold for what git begins with, ten times as wide, and for what of it is anonymous', async () => {
    const limits = limitsOf({ address: 4 });
    expect(await passing(50, () => limits.countGit('192.0.2.1'))).toBe(40);
    await expect(limits.countGit('192.0.2.1')).rejects.toMatchObject({ limit: { name: 'git', allowed: 40 } });
    const fetch = () => limits.countGit('192.0.2.2').then(() => limits.countAnonymousGit('192.0.2.2'));
    for (let time = 0; time < 4; time += 1) await fetch();
    await expect(fetch()).rejects.toMatchObject({ limit: { name: 'address', allowed: 4 } });
    await expect(limits.count(null, '192.0.2.2')).rejects.toMatchObject({ limit: { name: 'address' } });
  });
});

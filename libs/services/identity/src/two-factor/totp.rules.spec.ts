import { newTotpSecret, totpStep, totpUri } from './totp.rules.js';

/** Key of RFC 6238, appendix B: `12345678901234567890`. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1_000);

describe('codes of authenticator apps', () => {
  it.each<[number, string]>([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_234_567_890, '005924'],
    [20_000_000_000, '353130'],
  ])('are those of RFC 6238, after %d seconds', (seconds, code) => {
    expect(totpStep(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it('are accepted a step too early and a step too late, with the step that they belong to', () => {
    expect([29, 30, 59, 60, 89, 90].map((seconds) => totpStep(SECRET, '287082', at(seconds)))).toEqual([
      1,
      1,
      1,
      1,
      1,
      undefined,
    ]);
    expect(totpStep(SECRET, '287083', at(59))).toBeUndefined();
  });

  it('come from secrets of 160 bits', () => {
    const secret = newTotpSecret();
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(newTotpSecret()).not.toBe(secret);
    expect(totpUri(secret, 'jane')).toBe(
      `otpauth://totp/Hearth:jane?issuer=Hearth&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});

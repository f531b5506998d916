import { normalIdentity } from './extern-uid.rules.js';

describe('normalIdentity', () => {
  const ofDirectory = (externUid: string) => normalIdentity({ provider: 'ldapmain', externUid }).externUid;

  it('leaves what providers call a user as it is', () => {
    const identity = { provider: 'github', externUid: ' UID = Jane , x' };
    expect(normalIdentity(identity)).toEqual(identity);
  });

  it.each([
    ['UID=Jane Doe, OU=People ,dc = Example', 'uid=jane doe,ou=people,dc=example'],
    [String.raw`cn=Doe\, Jane,dc=example`, String.raw`cn=doe\, jane,dc=example`],
    ['uid=a=b,dc=x', 'uid=a=b,dc=x'],
    ['Jane', 'Jane'],
    ['uid=jane,People', 'uid=jane,People'],
    ['=jane', '=jane'],
    [' =jane', ' =jane'],
    ['uid=,dc=\n x', 'uid=,dc=x'],
    ['', ''],
  ])('writes %j as %j for directories', (given, kept) => {
    expect(ofDirectory(given)).toBe(kept);
    expect(ofDirectory(kept)).toBe(kept);
  });

  // Any caller can send one: a regular expression with superlinear time would block the process.
  it.each([' '.repeat(3_000), `${' '.repeat(3_000)}=x`, 'x '.repeat(1_500), ' ,'.repeat(1_500)])(
    'reads long texts of blanks at once (%#)',
    (externUid) => {
      const before = performance.now();
      ofDirectory(externUid);
      expect(performance.now() - before).toBeLessThan(1_000);
    },
    20_000,
  );
});

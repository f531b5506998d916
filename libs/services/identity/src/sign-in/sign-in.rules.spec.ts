import { authenticatePassword, authenticateToken, type UserWithPassword, type TokenWithUser } from './sign-in.rules.js';

const user = {
  userId: 7,
  username: 'jane',
  name: 'Jane Doe',
  email: 'jane@example.com',
  admin: false,
  external: true,
  projectsLimit: 100_000,
  canCreateGroup: true,
  isBot: false,
  state: 'active' as const,
};
const token: TokenWithUser = {
  ...user,
  tokenId: 3,
  scopes: ['read_user'],
  kind: 'personal',
  revoked: false,
  expired: false,
  lastUsedAt: null,
};
const login: UserWithPassword = { ...user, passwordHash: '$argon2id$…', twoFactorEnabled: false, networkKnown: false };

describe('authenticateToken', () => {
  it('accepts a token as its user', () => {
    expect(authenticateToken(token)).toEqual({
      outcome: 'accepted',
      principal: {
        userId: 7,
        username: 'jane',
        name: 'Jane Doe',
        email: 'jane@example.com',
        admin: false,
        external: true,
        projectsLimit: 100_000,
        canCreateGroup: true,
        credential: { kind: 'personal', tokenId: 3, scopes: ['read_user'] },
      },
    });
    expect(authenticateToken({ ...token, isBot: true })).toMatchObject({ principal: { bot: true } });
    expect(authenticateToken({ ...token, kind: 'impersonation' })).toMatchObject({
      principal: { credential: { kind: 'impersonation' } },
    });
  });

  it.each<[string, Partial<TokenWithUser> | undefined]>([
    ['unknown', undefined],
    ['expired', { expired: true, revoked: true, state: 'blocked' }],
    ['revoked', { revoked: true, state: 'blocked' }],
    ['blocked', { state: 'blocked' }],
    ['blocked', { state: 'ldap_blocked' }],
    ['blocked', { state: 'banned' }],
    ['blocked', { state: 'deactivated' }],
    ['unknown', { state: 'creating' }],
    ['unknown', { state: 'deleting' }],
  ])('answers %s for %j', (outcome, change) => {
    expect(authenticateToken(change && { ...token, ...change })).toEqual({ outcome });
  });
});

describe('authenticatePassword', () => {
  it('is half of what a user with two-factor authentication has to show', () => {
    expect(authenticatePassword({ ...login, twoFactorEnabled: true }, true)).toEqual({
      outcome: 'second-factor',
      userId: 7,
      passwordHash: login.passwordHash,
    });
  });

  it('leads deactivated users to a sign-in, with a code or without', () => {
    for (const twoFactorEnabled of [true, false]) {
      const account: UserWithPassword = { ...login, twoFactorEnabled, state: 'deactivated' };
      expect(authenticatePassword(account, true)).toMatchObject({ outcome: 'deactivated', userId: 7 });
      expect(authenticatePassword(account, false)).toEqual({ outcome: 'unknown' });
    }
  });

  it('gives a password the whole API', () => {
    expect(authenticatePassword(login, true)).toMatchObject({
      outcome: 'accepted',
      principal: { userId: 7, credential: { kind: 'password', tokenId: null, scopes: ['api'] } },
    });
  });

  it.each<[string, UserWithPassword | undefined, boolean]>([
    ['unknown', undefined, true],
    ['unknown', login, false],
    ['unknown', { ...login, state: 'blocked' }, false],
    ['blocked', { ...login, state: 'blocked' }, true],
    ['unknown', { ...login, state: 'creating' }, true],
    ['unknown', { ...login, twoFactorEnabled: true }, false],
    ['blocked', { ...login, twoFactorEnabled: true, state: 'blocked' }, true],
  ])('answers %s', (outcome, account, matches) => {
    expect(authenticatePassword(account, matches)).toEqual({ outcome });
  });
});

import { judgePassword, judgeToken, type PasswordHolder, type TokenHolder } from './sign-in.rules.js';

const user = {
  userId: 7,
  username: 'jane',
  name: 'Jane Doe',
  email: 'jane@example.com',
  admin: false,
  external: true,
  projectsLimit: 100_000,
  canCreateGroup: true,
  state: 'active' as const,
};
const token: TokenHolder = {
  ...user,
  tokenId: 3,
  scopes: ['read_user'],
  impersonation: false,
  revoked: false,
  expired: false,
};
const login: PasswordHolder = { ...user, passwordHash: '$argon2id$…' };

describe('judgeToken', () => {
  it('accepts a token as its user', () => {
    expect(judgeToken(token)).toEqual({
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
    expect(judgeToken({ ...token, impersonation: true })).toMatchObject({
      principal: { credential: { kind: 'impersonation' } },
    });
  });

  it.each<[string, Partial<TokenHolder> | undefined]>([
    ['unknown', undefined],
    ['expired', { expired: true, revoked: true, state: 'blocked' }],
    ['revoked', { revoked: true, state: 'blocked' }],
    ['blocked', { state: 'blocked' }],
    ['blocked', { state: 'ldap_blocked' }],
    ['unknown', { state: 'creating' }],
    ['unknown', { state: 'deleting' }],
  ])('answers %s for %j', (outcome, change) => {
    expect(judgeToken(change && { ...token, ...change })).toEqual({ outcome });
  });
});

describe('judgePassword', () => {
  it('gives a password the whole API', () => {
    expect(judgePassword(login, true)).toMatchObject({
      outcome: 'accepted',
      principal: { userId: 7, credential: { kind: 'password', tokenId: null, scopes: ['api'] } },
    });
  });

  it.each<[string, PasswordHolder | undefined, boolean]>([
    ['unknown', undefined, true],
    ['unknown', login, false],
    ['unknown', { ...login, state: 'blocked' }, false],
    ['blocked', { ...login, state: 'blocked' }, true],
    ['unknown', { ...login, state: 'creating' }, true],
  ])('answers %s', (outcome, holder, matches) => {
    expect(judgePassword(holder, matches)).toEqual({ outcome });
  });
});

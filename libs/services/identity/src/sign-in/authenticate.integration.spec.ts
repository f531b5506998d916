import { newToken, tokenHash } from '@hearth/secrets';
import { IdentityApp } from '../testing/identity-app.js';
import { PASSWORD, newUser } from '../testing/people.js';
import type { TestDatabase } from '../testing/test-database.js';
import { RecordTokenUse } from '../tokens/record-use.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';
import { AuthenticateCredential } from './authenticate.js';

describe('authentication', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();
  let jane: UserRecord;
  let blocked: UserRecord;

  beforeAll(async () => {
    database = app.testDatabase;
    jane = await app.get(CreateUser).execute(newUser('jane', { email: 'Jane.Doe@example.com' }));
    blocked = await app.get(CreateUser).execute(newUser('blocked'));
    await database.query(`update identity.users set state = 'blocked' where id = $1`, [blocked.id]);
  }, 30_000);

  /** Creates a token that has just been used, so that its next use is not recorded. */
  async function token(given: {
    user?: UserRecord;
    expiresAt?: string;
    revoked?: boolean;
    impersonation?: boolean;
    lastUsedAt?: null;
  }) {
    const value = newToken();
    await database.query(
      `insert into identity.personal_access_tokens
         (user_id, name, token_hash, scopes, impersonation, expires_at, revoked, created_at, last_used_at)
       values ($1, 'test', decode($2, 'hex'), '{api,read_user}', $3, $4, $5, now(), $6)`,
      [
        (given.user ?? jane).id,
        tokenHash(value),
        given.impersonation ?? false,
        given.expiresAt ?? null,
        given.revoked ?? false,
        given.lastUsedAt === undefined ? app.clock.now() : null,
      ],
    );
    return value;
  }
  const byToken = (value: string) =>
    app.get(AuthenticateCredential).execute({ kind: 'token', tokenHash: tokenHash(value) });
  const byBasic = (login: string, password: string) =>
    app.get(AuthenticateCredential).execute({ kind: 'basic', login, password, passwordHash: tokenHash(password) });

  it('accepts a token as its user, by one statement', async () => {
    const value = await token({});
    const before = app.database.statementCount;
    expect(await byToken(value)).toEqual({
      outcome: 'accepted',
      principal: {
        userId: jane.id,
        username: 'jane',
        name: 'The jane',
        email: 'Jane.Doe@example.com',
        admin: false,
        external: false,
        projectsLimit: 100_000,
        canCreateGroup: true,
        credential: { kind: 'personal', tokenId: expect.any(Number), scopes: ['api', 'read_user'] },
      },
    });
    expect(app.database.statementCount - before).toBe(1);
  });

  it('tells impersonation tokens apart', async () => {
    expect(await byToken(await token({ impersonation: true }))).toMatchObject({
      principal: { credential: { kind: 'impersonation' } },
    });
  });

  it.each([
    ['unknown', () => Promise.resolve(newToken())],
    ['revoked', () => token({ revoked: true })],
    ['blocked', () => token({ user: blocked })],
    ['expired', () => token({ expiresAt: '2018-01-15' })],
    ['expired', () => token({ expiresAt: '2017-12-31', revoked: true })],
    ['accepted', () => token({ expiresAt: '2018-01-16' })],
  ])('answers %s, by one statement', async (outcome, make) => {
    const value = await make();
    const before = app.database.statementCount;
    expect(await byToken(value)).toMatchObject({ outcome });
    expect(app.database.statementCount - before).toBe(1);
  });

  it('ends a token with the start of its last day in UTC', async () => {
    const value = await token({ expiresAt: '2018-03-02' });
    const { time } = app.clock;
    app.clock.time = new Date('2018-03-01T23:59:59.999Z');
    expect(await byToken(value)).toMatchObject({ outcome: 'accepted' });
    app.clock.time = new Date('2018-03-02T00:00:00.000Z');
    expect(await byToken(value)).toEqual({ outcome: 'expired' });
    app.clock.time = time;
  });

  it('notes the last use of a token, once an hour and beside the request', async () => {
    const { time } = app.clock;
    const value = await token({ lastUsedAt: null });
    const usedAt = async () => {
      await byToken(value);
      await app.get(RecordTokenUse).settled();
      const [row] = await database.query<{ at: Date }>(
        `select last_used_at as at from identity.personal_access_tokens where token_hash = decode($1, 'hex')`,
        [tokenHash(value)],
      );
      return row!.at.getTime() - time.getTime();
    };
    expect(await usedAt()).toBe(0);
    app.clock.time = new Date(time.getTime() + 3_599_999);
    expect(await usedAt()).toBe(0);
    app.clock.time = new Date(time.getTime() + 3_600_000);
    expect(await usedAt()).toBe(3_600_000);
    app.clock.time = time;
  });

  it('sees a block and a revocation at once', async () => {
    const value = await token({});
    await byToken(value);
    await database.query(
      'update identity.personal_access_tokens set revoked = true where token_hash = decode($1, $2)',
      [tokenHash(value), 'hex'],
    );
    expect(await byToken(value)).toEqual({ outcome: 'revoked' });
  });

  describe('asked again while work goes on', () => {
    const still = (userId: number, tokenId: number | null) =>
      app.get(AuthenticateCredential).stillValid({ userId, tokenId });
    const idOf = async (value: string) => {
      const [row] = await database.query<{ id: number }>(
        `select id from identity.personal_access_tokens where token_hash = decode($1, 'hex')`,
        [tokenHash(value)],
      );
      return Number(row!.id);
    };

    it('says what the user is now, by one statement', async () => {
      const id = await idOf(await token({}));
      const before = app.database.statementCount;
      expect(await still(jane.id, id)).toEqual({ user: { admin: false, external: false } });
      expect(app.database.statementCount - before).toBe(1);
      await database.query('update identity.users set admin = true, external = true where id = $1', [jane.id]);
      expect(await still(jane.id, id)).toEqual({ user: { admin: true, external: true } });
      expect(await still(jane.id, null)).toEqual({ user: { admin: true, external: true } });
      await database.query('update identity.users set admin = false, external = false where id = $1', [jane.id]);
    });

    it.each([
      ['a revoked token', () => token({ revoked: true })],
      ['an expired token', () => token({ expiresAt: '2018-01-15' })],
      ["another user's token", () => token({ user: blocked })],
    ])('refuses %s', async (_, make) => {
      expect(await still(jane.id, await idOf(await make()))).toEqual({ user: null });
    });

    it('refuses blocked and unknown users, and tokens that are gone', async () => {
      expect(await still(blocked.id, await idOf(await token({ user: blocked })))).toEqual({ user: null });
      expect(await still(blocked.id, null)).toEqual({ user: null });
      expect(await still(999_999, null)).toEqual({ user: null });
      expect(await still(jane.id, 999_999)).toEqual({ user: null });
    });
  });

  it('takes a token for a password, whatever the login is', async () => {
    const value = await token({});
    for (const login of ['jane', 'oauth2', '', 'blocked']) {
      expect(await byBasic(login, value)).toMatchObject({
        outcome: 'accepted',
        principal: { userId: jane.id, credential: { kind: 'personal' } },
      });
    }
    expect(await byBasic('jane', await token({ revoked: true }))).toEqual({ outcome: 'revoked' });
  });

  it.each(['jane', 'JANE', 'jane.doe@example.com', 'Jane.Doe@Example.COM'])('knows the login %s', async (login) => {
    expect(await byBasic(login, PASSWORD)).toMatchObject({
      outcome: 'accepted',
      principal: { userId: jane.id, credential: { kind: 'password', tokenId: null, scopes: ['api'] } },
    });
  });

  it('opens nothing else', async () => {
    expect(await byBasic('jane', 'correct horse')).toEqual({ outcome: 'unknown' });
    expect(await byBasic('nobody', PASSWORD)).toEqual({ outcome: 'unknown' });
    expect(await byBasic('ja\0ne', PASSWORD)).toEqual({ outcome: 'unknown' });
    expect(await byBasic('blocked', 'wrong password')).toEqual({ outcome: 'unknown' });
    expect(await byBasic('blocked', PASSWORD)).toEqual({ outcome: 'blocked' });
    await app.get(CreateUser).execute(newUser('unset', { password: null }));
    expect(await byBasic('unset', '')).toEqual({ outcome: 'unknown' });
  });
});

import { UserNotFound } from '@hearth/identity-contracts';
import { tokenHash } from '@hearth/secrets';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { IdentityApp } from '../testing/identity-app.js';
import { newUser } from '../testing/people.js';
import type { TestDatabase } from '../testing/test-database.js';
import { CreateUser } from '../users/create.js';
import { MintPersonalToken } from './mint.js';

describe('minting a token', () => {
  let database: TestDatabase;
  const app = IdentityApp.inBlock();

  beforeAll(async () => {
    database = app.testDatabase;
    await app.get(CreateUser).execute(newUser('jane'));
  }, 30_000);

  const mint = (username: string) =>
    app.get(MintPersonalToken).execute({ username, name: 'by hand', scopes: ['api', 'sudo', 'api'] });

  it('gives 256 random bits that work at once and are stored as their hash only', async () => {
    const { token } = await mint('Jane');
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect((await mint('jane')).token).not.toBe(token);
    expect(await app.get(AuthenticateCredential).execute({ kind: 'token', tokenHash: tokenHash(token) })).toMatchObject(
      { outcome: 'accepted', principal: { username: 'jane', credential: { scopes: ['api', 'sudo'] } } },
    );
    const [row] = await database.query('select * from identity.personal_access_tokens order by id limit 1');
    expect(row).toMatchObject({ name: 'by hand', revoked: false, impersonation: false, expires_at: null });
    expect((row?.['token_hash'] as Buffer).toString('hex')).toBe(tokenHash(token));
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it.each(['nobody', '', 'ja\0ne'])('knows no user %j', async (username) => {
    await expect(mint(username)).rejects.toMatchObject({ code: UserNotFound.code });
  });
});

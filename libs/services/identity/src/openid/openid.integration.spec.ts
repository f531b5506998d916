import { createLocalJWKSet, decodeProtectedHeader, jwtVerify, type JSONWebKeySet } from 'jose';
import { KeepSigningKeys } from './keep-signing-keys.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { Browser } from '../testing/browser.js';
import { BASE_URL, IdentityApp } from '../testing/identity-app.js';
import { CALLBACK, PKCE, STATE, oauthFlows, type Application } from '../testing/oauth-flows.js';
import { PASSWORD, newUser } from '../testing/people.js';
import { BlockUser } from '../blocking/block.js';
import { CreateUser } from '../users/create.js';
import { tokenHash } from '@hearth/secrets';

const DAY = 24 * 60 * 60 * 1_000;
/** Scopes that glab requests. */
const GLAB = 'openid profile read_user write_repository api';

describe('OpenID Connect', () => {
  const app = IdentityApp.inBlock();
  const { state, register, authorizeUrl, answered, codeFor, ask, exchange, refresh, later } = oauthFlows(app);
  let client: Application;
  beforeEach(async () => {
    client ??= await register(state.browser, { 'scopes[]': ['', ...GLAB.split(' '), 'email'] });
  });

  async function read(url: string, headers: Record<string, string> = {}) {
    const response = await app.app.inject({ method: 'GET', url, headers });
    return { status: response.statusCode, headers: response.headers, body: JSON.parse(response.payload) as never };
  }
  const keys = async () => (await read('/oauth/discovery/keys')).body as JSONWebKeySet;
  const verified = async (idToken: unknown, published?: JSONWebKeySet) => {
    const expected = { issuer: BASE_URL, audience: client.uid, currentDate: app.clock.time };
    return (await jwtVerify(String(idToken), createLocalJWKSet(published ?? (await keys())), expected)).payload;
  };
  const signedIn = async (scope: string, change: Record<string, string> = {}) =>
    (await exchange(client, await codeFor(client, { scope, prompt: 'consent', ...change }))).body;
  const userInfo = (token: unknown) => read('/oauth/userinfo', { authorization: `Bearer ${String(token)}` });

  it('proves to a client who has signed in, for one request of it', async () => {
    const body = await signedIn(GLAB, { nonce: 'of this request' });
    expect(body).toMatchObject({ scope: GLAB, token_type: 'bearer' });
    const issuedAt = Math.floor(app.clock.time.getTime() / 1_000);
    expect(await verified(body['id_token'])).toEqual({
      iss: BASE_URL,
      sub: String(state.user.id),
      aud: client.uid,
      iat: issuedAt,
      exp: issuedAt + 120,
      nonce: 'of this request',
      auth_time: issuedAt,
    });
    const renewed = await verified((await refresh(client, body['refresh_token'])).body['id_token']);
    expect(Object.keys(renewed).sort()).toEqual(['aud', 'exp', 'iat', 'iss', 'sub']);
  });

  it('is not issued without the openid scope', async () => {
    expect(await signedIn('api')).not.toHaveProperty('id_token');
    const granted = await ask('/oauth/token', {
      grant_type: 'password',
      username: state.user.username,
      password: PASSWORD,
      scope: 'openid',
    });
    expect([granted.status, granted.body['scope'], granted.body['id_token']]).toEqual([200, 'openid', undefined]);
  });

  it('opens no API with its own scopes', async () => {
    const { access_token: token } = await signedIn('openid profile email');
    const asked = { kind: 'token', tokenHash: tokenHash(String(token)) } as const;
    expect(await app.get(AuthenticateCredential).execute(asked)).toMatchObject({
      outcome: 'accepted',
      principal: { credential: { scopes: [] } },
    });
  });

  it('tells about the user what the token may know', async () => {
    const profile = {
      sub: String(state.user.id),
      name: state.user.name,
      nickname: state.user.username,
      preferred_username: state.user.username,
      profile: `${BASE_URL}/${state.user.username}`,
    };
    expect((await userInfo((await signedIn('openid'))['access_token'])).body).toEqual(profile);
    const { access_token: token } = await signedIn('openid email');
    expect((await userInfo(token)).body).toMatchObject({ ...profile, email: state.user.email, email_verified: false });
    expect(await ask('/oauth/userinfo', { access_token: String(token) })).toMatchObject({
      status: 200,
      body: { email: state.user.email },
    });
  });

  it('tells nothing to a token without its scope, or that opens nothing', async () => {
    const other = await userInfo((await signedIn('read_user'))['access_token']);
    expect(other).toMatchObject({ status: 403, body: { error: 'insufficient_scope', scope: 'openid' } });
    const { access_token: token } = await signedIn('openid');
    await app.get(BlockUser).execute(state.user.id, 'blocked');
    for (const refused of [await userInfo(token), await userInfo('unknown'), await read('/oauth/userinfo')]) {
      expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_token' } });
      expect(refused.headers['www-authenticate']).toContain('error="invalid_token"');
    }
  });

  it('describes itself', async () => {
    const { status, body } = await read('/.well-known/openid-configuration');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      issuer: BASE_URL,
      authorization_endpoint: `${BASE_URL}/oauth/authorize`,
      jwks_uri: `${BASE_URL}/oauth/discovery/keys`,
      scopes_supported: expect.arrayContaining(GLAB.split(' ')) as string[],
      response_types_supported: ['code', 'token'],
      id_token_signing_alg_values_supported: ['RS256'],
    });
  });

  it('asks the user, or does not, as the client wants', async () => {
    await signedIn('openid');
    const asked = (prompt: string, change = {}) =>
      state.browser.get(authorizeUrl(client, { scope: 'openid', prompt, ...change }));
    expect(answered(await asked('none'))).toHaveProperty('code');
    expect((await asked('consent')).text).toContain('Know who you are');
    const more = { scope: 'openid email', ...PKCE };
    expect(answered(await asked('none', more))).toMatchObject({ error: 'consent_required' });
  });

  describe('a sign-in that a client asks for', () => {
    const asked = (change: Record<string, string>, browser = state.browser) =>
      browser.get(authorizeUrl(client, { scope: 'openid', ...change }));
    const authTimeOf = async (url: string) => {
      await state.browser.get(url);
      const fields = Object.fromEntries(new URL(url, BASE_URL).searchParams);
      const { code } = answered(await state.browser.post('/oauth/authorize', { ...fields, decision: 'allow' }));
      return (await verified((await exchange(client, code!)).body['id_token']))['auth_time'];
    };
    const signInAgain = async (page: string) => {
      expect((await state.browser.get(page)).text).toContain('Sign in again to go on.');
      const back = new URL(page, BASE_URL).searchParams.get('return_to')!;
      const fields = { 'user[login]': state.user.username, 'user[password]': PASSWORD, return_to: back };
      const { location } = await state.browser.post('/users/sign_in', fields);
      expect(location).toBe(back);
      return back;
    };
    const now = () => Math.floor(app.clock.time.getTime() / 1_000);

    it.each<Record<string, string>>([
      { prompt: 'login' },
      { prompt: 'select_account consent' },
      { max_age: '0' },
      { max_age: '60', prompt: 'consent' },
    ])('comes first for %j, and is told in the id_token', async (change) => {
      const signedInAt = now();
      later(61_000);
      const { status, location } = await asked(change);
      expect([status, location?.slice(0, 29)]).toEqual([303, '/users/sign_in?prompt=login&r']);
      expect(await authTimeOf(await signInAgain(location!))).toBe(signedInAt + 61);
    });

    it('is not asked for while the last one is new enough', async () => {
      const signedInAt = now();
      later(60_000);
      const url = authorizeUrl(client, { scope: 'openid', max_age: '60' });
      expect((await state.browser.get(url)).status).toBe(200);
      expect(await authTimeOf(url)).toBe(signedInAt);
    });

    it('is not shown by a request that must show nothing', async () => {
      const refused = { error: 'login_required', state: STATE, iss: BASE_URL };
      await signedIn('openid');
      expect(answered(await asked({ prompt: 'none' }, new Browser(app)))).toMatchObject(refused);
      expect(answered(await asked({ prompt: 'none', max_age: '60' }))).toHaveProperty('code');
      later(61_000);
      expect(answered(await asked({ prompt: 'none', max_age: '60' }))).toMatchObject(refused);
      const implicit = await asked({ prompt: 'none', response_type: 'token' }, new Browser(app));
      expect(implicit.location).toMatch(/#error=login_required/);
    });

    it('redirects without a page only to addresses that a user has approved', async () => {
      const own = await register(state.browser, { 'scopes[]': ['', 'openid'] });
      const visit = (change = {}) => new Browser(app).get(authorizeUrl(own, { prompt: 'none', ...change }));
      const signInInstead = async () => {
        const { status, location } = await visit();
        expect([status, location]).toEqual([303, expect.stringMatching(/^\/users\/sign_in\?return_to=/)]);
        expect(location).not.toContain('prompt');
      };
      await signInInstead();
      await codeFor(own, { scope: 'openid' });
      await signInInstead();
      const owner = state.browser;
      await app.get(CreateUser).execute(newUser('another'));
      state.browser = new Browser(app);
      await state.browser.signIn('another', PASSWORD);
      await codeFor(own, { scope: 'openid' });
      expect(answered(await visit())).toMatchObject({ error: 'login_required' });
      await owner.get(`/oauth/applications/${own.id}`);
      for (const uri of ['https://evil.example/', CALLBACK]) {
        const fields = { name: 'App', redirect_uri: uri, 'scopes[]': 'openid' };
        expect(await owner.post(`/oauth/applications/${own.id}`, fields)).toMatchObject({ status: 303 });
        expect((await visit({ redirect_uri: uri })).location).toMatch(/^\/users\/sign_in/);
      }
    });

    it('leads to no unknown client, signed in or not', async () => {
      const change = { prompt: 'none', redirect_uri: 'https://evil.example/' };
      for (const browser of [state.browser, new Browser(app)])
        expect(await asked(change, browser)).toMatchObject({ status: 400, location: undefined });
    });

    it.each<Record<string, string>>([{ prompt: 'none login' }, { max_age: 'soon' }])(
      'is refused to %j',
      async (change) => {
        expect(answered(await asked(change))).toMatchObject({ error: 'invalid_request' });
      },
    );
  });

  describe('the signing key', () => {
    const stored = () =>
      app.testDatabase.query<{ private_key: string }>('select private_key from identity.openid_keys order by id');
    const kid = (idToken: unknown) => decodeProtectedHeader(String(idToken)).kid;

    it('is made once, is encrypted, and only its public half is told', async () => {
      await app.testDatabase.query('delete from identity.openid_keys');
      const published = await Promise.all([keys(), keys(), keys()]);
      expect(new Set(published.map((each) => JSON.stringify(each))).size).toBe(1);
      expect(Object.keys(published[0]!.keys[0]!).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
      expect((await stored()).map(({ private_key: key }) => key)).toEqual([expect.stringMatching(/^h1\./)]);
    });

    it('is published for a day before it signs, and for a day after', async () => {
      const replace = () => app.get(KeepSigningKeys).replace();
      const former = kid((await signedIn('openid'))['id_token']);
      await replace();
      expect((await keys()).keys.map((key) => key.kid)).toEqual([former]);
      later(90 * DAY);
      await replace();
      const [, next] = (await keys()).keys.map((key) => key.kid);
      await state.browser.signIn(state.user.username, PASSWORD);
      const before = (await signedIn('openid'))['id_token'];
      expect(kid(before)).toBe(former);
      later(DAY);
      await replace();
      const after = (await signedIn('openid'))['id_token'];
      expect(kid(after)).toBe(next);
      expect(await verified(after)).toMatchObject({ sub: String(state.user.id) });
      expect((await keys()).keys).toHaveLength(2);
      later(DAY + 1);
      await replace();
      expect((await keys()).keys.map((key) => key.kid)).toEqual([next]);
    });
  });
});

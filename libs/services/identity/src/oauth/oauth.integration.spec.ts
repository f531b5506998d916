import type { Principal } from '@hearth/contract-kit';
import { tokenHash } from '@hearth/secrets';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { Browser } from '../testing/browser.js';
import { BASE_URL, IdentityApp } from '../testing/identity-app.js';
import { CALLBACK, PKCE, STATE, VERIFIER, oauthFlows, type Application } from '../testing/oauth-flows.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import { BlockUser } from '../blocking/block.js';
import { CreateUser } from '../users/create.js';

describe('OAuth', () => {
  const app = IdentityApp.inBlock();
  const { state, authorizeUrl, decide, answered, codeFor, ask, proof, exchange, refresh, opens, info, later } =
    oauthFlows(app);
  let boss: Principal;
  beforeAll(async () => {
    boss = principalOf(await app.get(CreateUser).execute(newUser('boss', { admin: true })));
  });

  it('leads from consent over a code to tokens that open the API as their user', async () => {
    const page = await state.browser.get(authorizeUrl(state.confidential, { scope: 'read_user' }));
    expect(page.text).toContain('<strong>App</strong> asks to act for you');
    expect(page.headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': expect.stringMatching(
        /form-action 'self' https:\/\/app\.example;.* frame-ancestors 'none'$/,
      ),
    });
    const back = await decide(state.confidential, { scope: 'read_user' });
    expect(back.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const { code, ...rest } = answered(back);
    expect(rest).toEqual({ state: STATE, iss: BASE_URL });
    const { status, headers, body } = await exchange(state.confidential, code!);
    expect(status).toBe(200);
    expect(headers).toMatchObject({ 'content-type': 'application/json', 'cache-control': 'no-store' });
    expect(body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 7200,
      refresh_token: expect.stringMatching(/^[\w-]{43}$/),
      scope: 'read_user',
      created_at: Math.floor(app.clock.time.getTime() / 1000),
    });
    const accepted = await app
      .get(AuthenticateCredential)
      .execute({ kind: 'token', tokenHash: tokenHash(String(body['access_token'])) });
    expect(accepted).toMatchObject({
      principal: { userId: state.user.id, credential: { kind: 'oauth', scopes: ['read_user'] } },
    });
    expect((await info(body['access_token'])).body).toEqual({
      resource_owner_id: state.user.id,
      scopes: ['read_user'],
      expires_in_seconds: 7200,
      application: { uid: state.confidential.uid },
      created_at: body['created_at'],
    });
  });

  it('keeps secrets, codes and tokens nowhere', async () => {
    const code = await codeFor(state.confidential);
    const { body } = await exchange(state.confidential, code);
    const rows = await app.testDatabase.query(
      `select (select json_agg(a) from identity.oauth_applications a)::text || (select json_agg(c) from identity.oauth_codes c)::text
         || (select json_agg(t) from identity.oauth_tokens t)::text || (select json_agg(o) from identity.outbox o)::text as all`,
    );
    const stored = JSON.stringify(rows);
    for (const secret of [state.confidential.secret, code, body['access_token'], body['refresh_token']])
      expect(stored).not.toContain(secret);
  });

  it.each<[string, Record<string, string>]>([
    ['a good request', {}],
    ['one that is wrong', { scope: 'sudo' }],
    ['one of an unknown client', { client_id: 'f'.repeat(64) }],
  ])('redirects anonymous visitors only to the sign-in, which leads back, for %s', async (_, change) => {
    const url = authorizeUrl(state.confidential, change);
    const { status, location } = await new Browser(app).get(url);
    const signIn = new URL(location!, BASE_URL);
    expect([status, signIn.origin, signIn.pathname]).toEqual([303, BASE_URL, '/users/sign_in']);
    expect([...signIn.searchParams.keys()]).toEqual(['return_to']);
    const back = new URL(signIn.searchParams.get('return_to')!, BASE_URL);
    expect(Object.fromEntries(back.searchParams)).toEqual(Object.fromEntries(new URL(url, BASE_URL).searchParams));
  });

  it('tells a client that the user has denied', async () => {
    expect(answered(await decide(state.confidential, {}, 'deny'))).toEqual({
      error: 'access_denied',
      error_description: expect.any(String) as string,
      state: STATE,
      iss: BASE_URL,
    });
  });

  it('refuses consent that no page of its own has sent', async () => {
    await state.browser.get(authorizeUrl(state.confidential));
    const fields = {
      client_id: state.confidential.uid,
      redirect_uri: CALLBACK,
      response_type: 'code',
      decision: 'allow',
    };
    const forged = await state.browser.post('/oauth/authorize', { ...fields, authenticity_token: 'x'.repeat(43) });
    expect([forged.status, forged.location]).toEqual([403, undefined]);
  });

  it.each<[string, Record<string, string | undefined>]>([
    ['an unknown client', { client_id: 'f'.repeat(64) }],
    ['no client', { client_id: undefined }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['a redirect URI of another application', { redirect_uri: 'https://evil.example/callback' }],
    ['a longer redirect URI', { redirect_uri: `${CALLBACK}&more` }],
    ['a redirect URI with a fragment', { redirect_uri: `${CALLBACK}#x` }],
    ['a script', { redirect_uri: 'javascript:alert(1)' }],
    ['another port on the own machine, for a confidential client', { redirect_uri: 'http://127.0.0.1:5000/cb' }],
  ])('leads nowhere from a request with %s', async (_, change) => {
    const { status, location, text } = await state.browser.get(authorizeUrl(state.confidential, change));
    expect([status, location, text.includes('Unknown application')]).toEqual([400, undefined, true]);
  });

  it('lets public clients listen on any port of their user’s machine', async () => {
    const redirect = 'http://127.0.0.1:51004/cb';
    const { location } = await decide(state.open, { ...PKCE, redirect_uri: redirect });
    expect(location).toMatch(/^http:\/\/127\.0\.0\.1:51004\/cb\?code=/);
  });

  it.each<[string, () => Application, Record<string, string | undefined>, string]>([
    ['a request object', () => state.confidential, { request: 'eyJ' }, 'request_not_supported'],
    ['a response mode', () => state.confidential, { response_mode: 'form_post' }, 'invalid_request'],
    ['no response type', () => state.confidential, { response_type: undefined }, 'invalid_request'],
    ['an unknown response type', () => state.confidential, { response_type: 'id_token' }, 'unsupported_response_type'],
    ['an unknown scope', () => state.confidential, { scope: 'everything' }, 'invalid_scope'],
    [
      'a scope that the application does not have',
      () => state.confidential,
      { scope: 'write_repository' },
      'invalid_scope',
    ],
    ['sudo', () => state.confidential, { scope: 'api sudo' }, 'invalid_scope'],
    ['a public client without PKCE', () => state.open, {}, 'invalid_request'],
    [
      'the plain method',
      () => state.open,
      { code_challenge: VERIFIER, code_challenge_method: 'plain' },
      'invalid_request',
    ],
    ['a challenge without its method', () => state.confidential, { code_challenge: VERIFIER }, 'invalid_request'],
  ])('tells the client about %s', async (_, client, change, error) => {
    expect(answered(await state.browser.get(authorizeUrl(client(), change)))).toMatchObject({
      error,
      state: STATE,
      iss: BASE_URL,
    });
  });

  it('does not ask again what was allowed, but for public clients', async () => {
    await exchange(state.confidential, await codeFor(state.confidential, { scope: 'read_user api' }));
    expect(answered(await state.browser.get(authorizeUrl(state.confidential, { scope: 'api' })))).toHaveProperty(
      'code',
    );
    await exchange(state.open, await codeFor(state.open));
    expect((await state.browser.get(authorizeUrl(state.open, PKCE))).status).toBe(200);
  });

  it('asks again for more than was allowed', async () => {
    await exchange(state.confidential, await codeFor(state.confidential, { scope: 'read_user' }));
    expect((await state.browser.get(authorizeUrl(state.confidential, { scope: 'read_user api' }))).status).toBe(200);
  });

  describe('a code', () => {
    it('is good once: used again, it revokes what it gave', async () => {
      const code = await codeFor(state.confidential);
      const { body } = await exchange(state.confidential, code);
      const renewed = (await refresh(state.confidential, body['refresh_token'])).body;
      expect(await opens(renewed['access_token'])).toBe('accepted');
      expect(await exchange(state.confidential, code)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
      expect(await opens(renewed['access_token'])).toBe('revoked');
      expect(await refresh(state.confidential, renewed['refresh_token'])).toMatchObject({
        body: { error: 'invalid_grant' },
      });
    });

    it('gives one pair to many who use it at once', async () => {
      const code = await codeFor(state.confidential);
      const answers = await Promise.all([1, 2, 3].map(() => exchange(state.confidential, code)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('is good for ten minutes', async () => {
      const [early, late] = [await codeFor(state.confidential), await codeFor(state.confidential)];
      later(599_999);
      expect(await exchange(state.confidential, early)).toMatchObject({ status: 200 });
      later(1);
      expect(await exchange(state.confidential, late)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    });

    it.each<[string, Record<string, string | undefined>, string]>([
      ['with another redirect URI', { redirect_uri: 'http://127.0.0.1/cb' }, 'invalid_grant'],
      ['without a redirect URI', { redirect_uri: undefined }, 'invalid_request'],
      ['without its verifier', { code_verifier: undefined }, 'invalid_grant'],
      ['with another verifier', { code_verifier: 'w'.repeat(64) }, 'invalid_grant'],
      ['with its challenge in place of the verifier', { code_verifier: PKCE.code_challenge }, 'invalid_grant'],
    ])('is not good %s', async (_, change, error) => {
      expect(await exchange(state.open, await codeFor(state.open), change)).toMatchObject({
        status: 400,
        body: { error },
      });
    });

    it('is not good for another client, nor with a verifier that it has no challenge for', async () => {
      const code = await codeFor(state.confidential);
      expect(await exchange(state.open, code, { code_verifier: undefined })).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
      expect(await exchange(state.confidential, code, { code_verifier: VERIFIER })).toMatchObject({
        body: { error: 'invalid_grant' },
      });
      expect(await exchange(state.confidential, code)).toMatchObject({ status: 200 });
    });
  });

  describe('a client', () => {
    const basic = (id: string, secret: string) => ({
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
    });

    it('authenticates with Basic as well', async () => {
      const none = { client_id: undefined, client_secret: undefined };
      const fields = { grant_type: 'authorization_code', redirect_uri: CALLBACK, ...none };
      const code = await codeFor(state.confidential);
      const asked = { ...fields, code };
      expect(await ask('/oauth/token', asked, basic(state.confidential.uid, 'wrong'))).toMatchObject({
        status: 401,
        body: { error: 'invalid_client' },
      });
      expect(await ask('/oauth/token', asked, basic(state.confidential.uid, state.confidential.secret))).toMatchObject({
        status: 200,
      });
    });

    it.each<[string, Record<string, string | undefined>]>([
      ['without its secret', { client_secret: undefined }],
      ['with an empty secret', { client_secret: '' }],
      ['with a wrong secret', { client_secret: 'f'.repeat(64) }],
      ['that is unknown', { client_id: 'f'.repeat(64) }],
      ['without a name', { client_id: undefined, client_secret: undefined }],
    ])('%s is refused', async (_, change) => {
      const { status, headers, body } = await exchange(state.confidential, 'code', change);
      expect([status, body['error']]).toEqual([401, 'invalid_client']);
      expect(headers['www-authenticate']).toBe('Basic realm="Hearth"');
    });
  });

  describe('a refresh token', () => {
    it('gives a new pair, and ends the former one', async () => {
      const first = (await exchange(state.confidential, await codeFor(state.confidential))).body;
      const second = await refresh(state.confidential, first['refresh_token']);
      expect([second.status, await opens(first['access_token']), await opens(second.body['access_token'])]).toEqual([
        200,
        'revoked',
        'accepted',
      ]);
    });

    it('revokes the whole family when it is used again', async () => {
      const first = (await exchange(state.open, await codeFor(state.open))).body;
      const second = (await refresh(state.open, first['refresh_token'])).body;
      expect(await refresh(state.open, first['refresh_token'])).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
      expect(await opens(second['access_token'])).toBe('revoked');
      expect(await refresh(state.open, second['refresh_token'])).toMatchObject({ status: 400 });
    });

    it('is good for its own client, which has to prove itself', async () => {
      const { body } = await exchange(state.confidential, await codeFor(state.confidential));
      expect(await refresh(state.open, body['refresh_token'])).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
      expect(await refresh(state.confidential, body['refresh_token'], { client_secret: 'wrong' })).toMatchObject({
        status: 401,
      });
      expect(await refresh(state.confidential, body['refresh_token'])).toMatchObject({ status: 200 });
    });

    it('gives no more scopes than there were', async () => {
      const { body } = await exchange(
        state.confidential,
        await codeFor(state.confidential, { scope: 'read_user api' }),
      );
      const less = (await refresh(state.confidential, body['refresh_token'], { scope: 'read_user' })).body;
      expect(less['scope']).toBe('read_user');
      expect(await refresh(state.confidential, less['refresh_token'], { scope: 'api' })).toMatchObject({
        status: 400,
        body: { error: 'invalid_scope' },
      });
    });
  });

  describe('the password grant', () => {
    const grant = (fields: Record<string, string | undefined> = {}) =>
      ask('/oauth/token', { grant_type: 'password', username: state.user.username, password: PASSWORD, ...fields });

    it('gives a token without a refresh token, without a client too', async () => {
      const { status, body } = await grant();
      expect([status, Object.keys(body)]).toEqual([
        200,
        ['access_token', 'token_type', 'expires_in', 'scope', 'created_at'],
      ]);
      expect([body['scope'], await opens(body['access_token'])]).toEqual(['api', 'accepted']);
      expect((await info(body['access_token'])).body).toMatchObject({ application: { uid: null } });
    });

    it.each<[string, Record<string, string | undefined>, number, string]>([
      ['a wrong password', { password: 'wrong' }, 400, 'invalid_grant'],
      ['an unknown user', { username: 'nobody-like-this' }, 400, 'invalid_grant'],
      ['no password', { password: undefined }, 400, 'invalid_request'],
      ['sudo', { scope: 'sudo' }, 400, 'invalid_scope'],
      ['an unknown client', { client_id: 'x', client_secret: 'y' }, 401, 'invalid_client'],
    ])('refuses %s', async (_, fields, status, error) => {
      expect(await grant(fields)).toMatchObject({ status, body: { error } });
    });

    it('is refused to blocked users, and takes no token for a password', async () => {
      const { body } = await grant();
      expect(await grant({ password: String(body['access_token']) })).toMatchObject({
        body: { error: 'invalid_grant' },
      });
      await app.get(BlockUser).execute(state.user.id, 'blocked');
      expect(await grant()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
    });
  });

  it('has an implicit flow, which gives a token in the fragment', async () => {
    const { location } = await decide(state.confidential, { response_type: 'token', scope: 'read_user' });
    expect(location!.startsWith(`${CALLBACK}#`)).toBe(true);
    const { access_token: token, ...rest } = Object.fromEntries(new URLSearchParams(location!.split('#')[1]));
    expect(rest).toEqual({ token_type: 'bearer', expires_in: '7200', scope: 'read_user', state: STATE, iss: BASE_URL });
    expect(await opens(token)).toBe('accepted');
  });

  it('has no flows that an admin has turned off', async () => {
    const settings = (enabled: boolean) =>
      app.request(boss, 'PUT', '/application/settings', {
        oauth_implicit_grant_enabled: enabled,
        oauth_password_grant_enabled: enabled,
      });
    expect((await settings(false)).body).toMatchObject({ oauth_implicit_grant_enabled: false });
    const { location } = await state.browser.get(authorizeUrl(state.confidential, { response_type: 'token' }));
    expect(location).toMatch(/#error=unsupported_response_type/);
    expect(
      await ask('/oauth/token', { grant_type: 'password', username: state.user.username, password: PASSWORD }),
    ).toMatchObject({
      status: 400,
      body: { error: 'unsupported_grant_type' },
    });
    await settings(true);
  });

  it.each(['client_credentials', 'other'])('has no grant %s', async (grant) => {
    expect(await ask('/oauth/token', { grant_type: grant, ...proof(state.confidential) })).toMatchObject({
      status: 400,
      body: { error: 'unsupported_grant_type' },
    });
  });
});

import type { Principal } from '@hearth/contract-kit';
import { tokenHash } from '@hearth/secrets';
import { RemoveEndedAccess } from '../sessions/remove-ended-access.js';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { IdentityApp } from '../testing/identity-app.js';
import { CALLBACK, oauthFlows, type Application } from '../testing/oauth-flows.js';
import { PASSWORD, newUser, principalOf } from '../testing/people.js';
import { BlockUser } from '../blocking/block.js';
import { CreateUser } from '../users/create.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Fields of the confirmation page. */
const SURE = { confirmed: 'true' };

describe('OAuth', () => {
  const app = IdentityApp.inBlock();
  const {
    state,
    register,
    authorizeUrl,
    decide,
    answered,
    codeFor,
    ask,
    proof,
    exchange,
    refresh,
    opens,
    info,
    later,
  } = oauthFlows(app);
  let boss: Principal;
  beforeAll(async () => {
    boss = principalOf(await app.get(CreateUser).execute(newUser('boss', { admin: true })));
  });

  describe('tokens', () => {
    const issued = async () => (await exchange(state.confidential, await codeFor(state.confidential))).body;

    it('expire after two hours', async () => {
      const { access_token: token } = await issued();
      later(2 * HOUR);
      expect([await opens(token), (await info(token)).status]).toEqual(['expired', 401]);
    });

    it('end when they are not used for 30 days, and the consent with them', async () => {
      const first = (await exchange(state.confidential, await codeFor(state.confidential))).body;
      later(30 * DAY - 1);
      const { status, body: second } = await refresh(state.confidential, first['refresh_token']);
      expect(status).toBe(200);
      later(30 * DAY);
      await state.browser.signIn(state.user.username, PASSWORD);
      const about = () =>
        ask('/oauth/introspect', { token: String(second['refresh_token']), ...proof(state.confidential) });
      expect((await about()).body).toEqual({ active: false });
      expect(await refresh(state.confidential, second['refresh_token'])).toMatchObject({
        status: 400,
        body: { error: 'invalid_grant' },
      });
      expect((await state.browser.get('/-/profile/applications')).text).toContain('You have authorized none.');
      expect((await state.browser.get(authorizeUrl(state.confidential))).status).toBe(200);
      const rows = 'select count(*)::int as n from identity.oauth_tokens where user_id = $1 and revoked_at is null';
      expect(await app.testDatabase.query(rows, [state.user.id])).toEqual([{ n: 1 }]);
      await app.get(RemoveEndedAccess).execute({}, { signal: new AbortController().signal });
      expect(await app.testDatabase.query(rows, [state.user.id])).toEqual([{ n: 0 }]);
    });

    it('do not work while their user is blocked', async () => {
      const { access_token: token, refresh_token: second } = await issued();
      await app.get(BlockUser).execute(state.user.id, 'blocked');
      expect([await opens(token), (await refresh(state.confidential, second)).status]).toEqual(['blocked', 400]);
      await app.get(BlockUser).execute(state.user.id, 'active');
      expect([await opens(token), (await refresh(state.confidential, second)).status]).toEqual(['accepted', 200]);
    });

    it('end with a change of the password, and codes with them', async () => {
      const { access_token: token, refresh_token: second } = await issued();
      const code = await codeFor(state.open);
      await app.request(boss, 'PUT', `/users/${state.user.id}`, { password: 'another password' });
      expect([await opens(token), (await refresh(state.confidential, second)).status]).toEqual(['revoked', 400]);
      expect((await exchange(state.open, code)).status).toBe(400);
    });

    it('end with their application', async () => {
      await state.browser.get('/');
      const own = await register(state.browser, {});
      const code = await codeFor(own);
      const { body } = await exchange(own, code);
      await state.browser.get('/-/profile/applications');
      expect(await state.browser.post(`/oauth/applications/${own.id}/delete`, SURE)).toMatchObject({ status: 303 });
      expect([await opens(body['access_token']), (await refresh(own, body['refresh_token'])).status]).toEqual([
        'unknown',
        401,
      ]);
    });

    it('open no more than their application still may, codes and refresh tokens neither', async () => {
      await state.browser.get('/');
      const own = await register(state.browser, {});
      const change = async (...scopes: string[]) => {
        await state.browser.get('/-/profile/applications');
        const fields = { name: 'App', redirect_uri: CALLBACK, 'scopes[]': ['', ...scopes] };
        expect(await state.browser.post(`/oauth/applications/${own.id}`, fields)).toMatchObject({ status: 303 });
      };
      const scopesOf = async (token: unknown) => {
        const asked = { kind: 'token', tokenHash: tokenHash(String(token)) } as const;
        const judged = await app.get(AuthenticateCredential).execute(asked);
        return 'principal' in judged && judged.principal.credential.scopes;
      };
      const scope = { scope: 'api read_user' };
      const [first, code, vain] = [await codeFor(own, scope), await codeFor(own, scope), await codeFor(own)];
      const { access_token: token, refresh_token: second } = (await exchange(own, first)).body;
      await change('read_user');
      expect(await scopesOf(token)).toEqual(['read_user']);
      expect((await info(token)).body).toMatchObject({ scopes: ['read_user'] });
      const renewed = (await refresh(own, second)).body;
      expect(renewed).toMatchObject({ scope: 'read_user' });
      expect((await exchange(own, code)).body).toMatchObject({ scope: 'read_user' });
      expect((await exchange(own, vain)).body).toMatchObject({ error: 'invalid_grant' });
      await change('openid');
      expect(await scopesOf(renewed['access_token'])).toEqual([]);
      expect((await refresh(own, renewed['refresh_token'])).body).toMatchObject({ error: 'invalid_scope' });
    });

    it('end when their user takes the consent back', async () => {
      const { access_token: token } = await issued();
      expect((await state.browser.get('/-/profile/applications')).text).toContain(
        `/oauth/authorized_applications/${state.confidential.id}/delete`,
      );
      const revoke = `/oauth/authorized_applications/${state.confidential.id}/delete`;
      expect((await state.browser.post(revoke)).text).toContain('<h1>Revoke “App”?</h1>');
      await state.browser.post(revoke, SURE);
      expect(await opens(token)).toBe('revoked');
      expect((await state.browser.get(authorizeUrl(state.confidential))).status).toBe(200);
    });

    it('end when their client revokes them, and not when another one does', async () => {
      const { access_token: token, refresh_token: second } = await issued();
      expect(await ask('/oauth/revoke', { token: String(token), ...proof(state.open) })).toMatchObject({
        status: 200,
        body: {},
      });
      expect(await ask('/oauth/revoke', { token: String(token) })).toMatchObject({ status: 200, body: {} });
      expect(
        await ask('/oauth/revoke', { token: String(token), ...proof(state.confidential), client_secret: 'x' }),
      ).toMatchObject({ status: 401 });
      expect(await opens(token)).toBe('accepted');
      expect(await ask('/oauth/revoke', { token: String(second), ...proof(state.confidential) })).toMatchObject({
        status: 200,
        body: {},
      });
      expect(await opens(token)).toBe('revoked');
    });

    it('are described to their client only', async () => {
      const { access_token: token } = await issued();
      const about = (client: Application, value: unknown) =>
        ask('/oauth/introspect', { token: String(value), ...proof(client) });
      expect((await about(state.confidential, token)).body).toMatchObject({
        active: true,
        scope: 'api',
        client_id: state.confidential.uid,
        username: state.user.username,
        sub: String(state.user.id),
        token_type: 'bearer',
      });
      expect((await about(state.open, token)).body).toEqual({ active: false });
      expect((await about(state.confidential, 'unknown')).body).toEqual({ active: false });
      expect((await ask('/oauth/introspect', { token: String(token) })).status).toBe(401);
    });

    it.each(['unknown', ''])('have no info where they are unknown: "%s"', async (token) => {
      const { status, headers, body } = await info(token);
      expect([status, body]).toEqual([
        401,
        { error: 'invalid_token', error_description: expect.any(String) as string },
      ]);
      expect(headers['www-authenticate']).toContain('Bearer realm="Protected by OAuth 2.0", error="invalid_token"');
    });

    it('are removed by a job when they can open nothing any more', async () => {
      const { access_token: token } = await issued();
      await ask('/oauth/revoke', { token: String(token), ...proof(state.confidential) });
      later(31 * 24 * HOUR);
      await app.get(RemoveEndedAccess).execute({}, { signal: new AbortController().signal });
      expect(await opens(token)).toBe('unknown');
      const [left] = await app.testDatabase.query('select count(*)::int as n from identity.oauth_codes');
      expect(left).toEqual({ n: 0 });
    });
  });

  describe('the endpoints of clients', () => {
    it.each<[string, () => Record<string, string>]>([
      ['secret', () => ({ client_secret: state.confidential.secret })],
      ['code', () => ({ code: 'x' })],
      ['refresh token', () => ({ refresh_token: 'x' })],
    ])('take no %s from an address', async (_, query) => {
      const code = await codeFor(state.confidential);
      const asked = { grant_type: 'authorization_code', redirect_uri: CALLBACK, code };
      const fields = { ...asked, ...proof(state.confidential) };
      for (const path of ['/oauth/token', '/oauth/revoke', '/oauth/introspect'])
        expect(await ask(`${path}?${new URLSearchParams(query())}`, fields)).toMatchObject({
          status: 400,
          body: { error: 'invalid_request' },
        });
      expect(await ask('/oauth/token', fields)).toMatchObject({ status: 200 });
    });

    it('has no flows that the owner of an application has turned off', async () => {
      const off = { implicit_grant_enabled: 'false', password_grant_enabled: 'false' };
      const own = await register(state.browser, off);
      const { location } = await state.browser.get(authorizeUrl(own, { response_type: 'token' }));
      expect(location).toMatch(/#error=unauthorized_client/);
      const password = { grant_type: 'password', username: state.user.username, password: PASSWORD };
      const refused = { status: 400, body: { error: 'unauthorized_client' } };
      expect(await ask('/oauth/token', { ...password, ...proof(own) })).toMatchObject(refused);
      expect(answered(await decide(own))).toHaveProperty('code');
      const page = (await state.browser.get(`/oauth/applications/${own.id}`)).text;
      expect(page).toContain('<input type="checkbox" name="password_grant_enabled" value="true">');
      const on = ['implicit_grant_enabled', 'password_grant_enabled'].map((name) => [name, ['false', 'true']] as const);
      const change = { name: 'App', redirect_uri: CALLBACK, 'scopes[]': 'api', ...Object.fromEntries(on) };
      expect(await state.browser.post(`/oauth/applications/${own.id}`, change)).toMatchObject({ status: 303 });
      expect(await ask('/oauth/token', { ...password, ...proof(own) })).toMatchObject({ status: 200 });
    });

    it('leads nowhere from a consent page whose policy the redirect URI would change', async () => {
      const uri = 'https://x;script-src.example/cb';
      const own = await register(state.browser, {});
      await app.testDatabase.query('update identity.oauth_applications set redirect_uris = $2 where id = $1', [
        own.id,
        [uri],
      ]);
      const { status, headers } = await state.browser.get(authorizeUrl(own, { redirect_uri: uri }));
      expect([status, String(headers['content-security-policy']).includes('script-src.example')]).toEqual([400, false]);
    });
  });
});

import { ApiClient } from '@hearth/testing';
import * as client from 'openid-client';
import { Browser } from '../system/browser.js';
import { hearth } from '../system/hearth.js';
import { allLogs } from '../system/log.js';
import { newPerson, type Person } from '../system/people.js';
import { newProject } from '../system/projects.js';

const CALLBACK = 'http://127.0.0.1/callback';
const SERVER: client.ServerMetadata = {
  issuer: hearth.url,
  authorization_endpoint: `${hearth.url}/oauth/authorize`,
  token_endpoint: `${hearth.url}/oauth/token`,
  revocation_endpoint: `${hearth.url}/oauth/revoke`,
  introspection_endpoint: `${hearth.url}/oauth/introspect`,
  authorization_response_iss_parameter_supported: true,
};

describe('an application that acts for a user', () => {
  let person: Person;
  let browser: Browser;
  beforeAll(async () => {
    person = await newPerson('oauth');
    browser = new Browser();
    expect(await browser.signIn(person, '/-/profile/applications')).toBe('/-/profile/applications');
  });

  /** @param scopes fields of the form, by name */
  const registered = (confidential: boolean, scopes: Record<string, string>) =>
    browser.register({ redirect_uri: CALLBACK, ...scopes, confidential: String(confidential) });

  async function register(confidential: boolean): Promise<client.Configuration> {
    const { uid, secret } = await registered(confidential, { 'scopes[]': 'api' });
    const proof = confidential ? client.ClientSecretBasic(secret) : client.None();
    const configuration = new client.Configuration(SERVER, uid, {}, proof);
    // The system under test speaks http.
    client.allowInsecureRequests(configuration);
    return configuration;
  }

  it.each<[string, boolean, string]>([
    ['public', false, 'http://127.0.0.1:43210/callback'],
    ['confidential', true, CALLBACK],
  ])(
    '%s, gets tokens by consent, uses them with the API and git, renews and revokes them',
    async (_, confidential, uri) => {
      const configuration = await register(confidential);
      const verifier = client.randomPKCECodeVerifier();
      const state = client.randomState();
      const url = client.buildAuthorizationUrl(configuration, {
        redirect_uri: uri,
        scope: 'api',
        state,
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
      });
      const page = await browser.get(`${url.pathname}${url.search}`);
      expect(page.expect(200).text).toContain('Authorize Journey?');
      const back = await browser.post('/oauth/authorize', {
        ...Object.fromEntries(url.searchParams),
        decision: 'allow',
      });
      const answered = new URL(back.expect(303).headers['location']!);
      const tokens = await client.authorizationCodeGrant(configuration, answered, {
        pkceCodeVerifier: verifier,
        expectedState: state,
      });
      const bearer = (token: string) => hearth.anonymous.get('/user', { access_token: token });
      expect((await bearer(tokens.access_token)).expect(200).json()).toMatchObject({ username: person.username });
      const { path_with_namespace: path } = await newProject(person, 'oauth');
      const authorization = `Basic ${Buffer.from(`oauth2:${tokens.access_token}`).toString('base64')}`;
      const refs = { headers: { authorization }, query: { service: 'git-upload-pack' } };
      (await hearth.anonymous.send('GET', `/${path}.git/info/refs`, refs)).expect(200);
      const renewed = await client.refreshTokenGrant(configuration, tokens.refresh_token!);
      expect((await bearer(tokens.access_token)).status).toBe(401);
      expect(await client.tokenIntrospection(configuration, renewed.access_token)).toMatchObject({ active: true });
      await client.tokenRevocation(configuration, renewed.access_token);
      expect((await bearer(renewed.access_token)).status).toBe(401);
      const logs = await allLogs();
      expect(logs).toContain('/oauth/token');
      const secrets = [answered.searchParams.get('code')!, verifier, tokens.access_token, tokens.refresh_token!];
      for (const secret of [...secrets, renewed.access_token]) expect(logs).not.toContain(secret);
    },
  );

  it('finds out by itself who has signed in, with the scopes of glab', async () => {
    const scopes = ['openid', 'profile', 'read_user', 'write_repository', 'api'];
    const { uid } = await registered(false, Object.fromEntries(scopes.map((scope, n) => [`scopes[${n}]`, scope])));
    const options = { execute: [client.allowInsecureRequests] };
    const configuration = await client.discovery(new URL(hearth.url), uid, {}, client.None(), options);
    client.enableNonRepudiationChecks(configuration);
    const verifier = client.randomPKCECodeVerifier();
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: 'http://127.0.0.1:7171/callback',
      scope: scopes.join(' '),
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    (await browser.get(`${url.pathname}${url.search}`)).expect(200);
    const allowed = { ...Object.fromEntries(url.searchParams), decision: 'allow' };
    const back = (await browser.post('/oauth/authorize', allowed)).expect(303).headers['location']!;
    const checks = { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce };
    const tokens = await client.authorizationCodeGrant(configuration, new URL(back), checks);
    const { sub } = tokens.claims()!;
    expect(await client.fetchUserInfo(configuration, tokens.access_token, sub)).toMatchObject({
      nickname: person.username,
    });
    const renewed = await client.refreshTokenGrant(configuration, tokens.refresh_token!);
    expect(renewed.claims()).toMatchObject({ sub, aud: uid });
    const me = await hearth.anonymous.get('/user', { access_token: renewed.access_token });
    expect(String(me.expect(200).json<{ id: number }>().id)).toBe(sub);
  });

  it('is not needed for the API to ignore the session', async () => {
    const own = new ApiClient(hearth.url);
    expect((await own.get('/user')).status).toBe(401);
    expect((await browser.get('/api/v4/user')).status).toBe(401);
    expect((await browser.get('/-/profile/applications')).status).toBe(200);
  });
});

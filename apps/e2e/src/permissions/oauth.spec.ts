import { hash } from 'node:crypto';
import type { Answer } from '@hearth/testing';
import { Browser, type RegisteredClient } from '../system/browser.js';
import { hearth } from '../system/hearth.js';
import { newPerson, type Person } from '../system/people.js';

const CALLBACK = 'https://app.example/callback';
const VERIFIER = 'v'.repeat(64);
const PKCE = { code_challenge: hash('sha256', VERIFIER, 'base64url'), code_challenge_method: 'S256' };
const SCOPES = ['api', 'read_user', 'openid'];
const UNKNOWN = 'f'.repeat(64);

type Fields = Readonly<Record<string, string | undefined>>;
type ClientName = 'confidential' | 'open';
type Form = Record<string, string>;

/** Returns the answer to a client: tokens, or the name of an error; with the status. */
const outcomeOf = ({ status, text }: Answer) => {
  const { error } = JSON.parse(text) as { error?: string };
  return error === undefined ? `${status}` : `${status} ${error}`;
};
const given = (fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined));

describe('who is given what by the OAuth provider', () => {
  const clients = {} as Record<ClientName, RegisteredClient>;
  let person: Person;
  let blocked: Person;
  let browser: Browser;
  let elsewhere: Browser;

  beforeAll(async () => {
    [person, blocked] = [await newPerson('oauth-rows'), await newPerson('oauth-blocked')];
    [browser, elsewhere] = [new Browser(), new Browser()];
    await browser.signIn(person, '/-/profile/applications');
    await elsewhere.signIn(blocked, '/-/profile/applications');
    (await hearth.root.post(`/users/${blocked.id}/block`)).expect(201);
    const scopes = Object.fromEntries(SCOPES.map((scope, n) => [`scopes[${n}]`, scope]));
    for (const name of ['confidential', 'open'] as const)
      clients[name] = await browser.register({
        redirect_uri: CALLBACK,
        confidential: String(name === 'confidential'),
        ...scopes,
      });
  });

  const proofOf = (name: ClientName): Form => ({
    client_id: clients[name].uid,
    ...(name === 'confidential' && { client_secret: clients[name].secret }),
  });
  const requestOf = (name: ClientName, change: Fields = {}) =>
    given({
      client_id: clients[name].uid,
      redirect_uri: CALLBACK,
      response_type: 'code',
      state: 'the state',
      ...(name === 'open' && PKCE),
      ...change,
    });
  /** Returns the parameters that the client gets through the browser's redirect. */
  const redirectedOf = (answer: Answer) => {
    const { location } = answer.expect(303).headers;
    expect(location).toMatch(/^https:\/\/app\.example\/callback[?#]/);
    const told = Object.fromEntries(new URLSearchParams(location!.slice(CALLBACK.length + 1)));
    expect(told).toMatchObject({ state: 'the state', iss: hearth.url });
    return told;
  };
  const decide = async (name: ClientName, change: Fields = {}, decision = 'allow') => {
    const request = requestOf(name, change);
    (await browser.get(`/oauth/authorize?${new URLSearchParams(request)}`)).expect(200);
    return browser.post('/oauth/authorize', { ...request, decision });
  };
  const codeOf = async (name: ClientName, change: Fields = {}) =>
    redirectedOf(await decide(name, { prompt: 'consent', ...change }))['code']!;
  const send = (path: string, form: Form, headers = {}) => hearth.anonymous.send('POST', path, { form, headers });
  const exchange = (name: ClientName, code: string, change: Fields = {}) =>
    send(
      '/oauth/token',
      given({
        grant_type: 'authorization_code',
        redirect_uri: CALLBACK,
        code,
        ...proofOf(name),
        ...(name === 'open' && { code_verifier: VERIFIER }),
        ...change,
      }),
    );
  const tokensOf = async (name: ClientName, scope = 'api') =>
    (await exchange(name, await codeOf(name, { scope }))).expect(200).json<Record<string, string>>();
  const refresh = (name: ClientName, token: string, change: Fields = {}) =>
    send('/oauth/token', given({ grant_type: 'refresh_token', refresh_token: token, ...proofOf(name), ...change }));

  describe('GET /oauth/authorize', () => {
    const ask = (name: ClientName, change: Fields, by = browser) =>
      by.get(`/oauth/authorize?${new URLSearchParams(requestOf(name, change))}`);

    it.each<[string, ClientName, Fields, number]>([
      ['asks the user', 'open', {}, 200],
      ['asks the user for a confidential client', 'confidential', {}, 200],
      ['leads nowhere for an unknown client', 'open', { client_id: UNKNOWN }, 400],
      ['leads nowhere for the redirect URI of another', 'open', { redirect_uri: 'https://evil.example/' }, 400],
      ['leads nowhere without a redirect URI', 'open', { redirect_uri: undefined }, 400],
    ])('%s', async (_, name, change, status) => {
      const { headers } = (await ask(name, change)).expect(status);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['location']).toBeUndefined();
    });

    it.each<[string, ClientName, Fields, string]>([
      ['no response type', 'open', { response_type: undefined }, 'invalid_request'],
      ['an unknown one', 'open', { response_type: 'id_token' }, 'unsupported_response_type'],
      ['a scope of admins', 'open', { scope: 'sudo' }, 'invalid_scope'],
      ['a scope that the application does not have', 'open', { scope: 'write_repository' }, 'invalid_scope'],
      ['no PKCE', 'open', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
      ['PKCE that protects nothing', 'open', { code_challenge_method: 'plain' }, 'invalid_request'],
      ['PKCE without its challenge', 'confidential', { code_challenge_method: 'S256' }, 'invalid_request'],
      ['consent that there is not', 'open', { prompt: 'none' }, 'consent_required'],
    ])('tells the client of %s', async (_, name, change, error) => {
      expect(redirectedOf(await ask(name, change))).toMatchObject({ error });
    });

    it('sends others to the sign-in, or tells a client whose address a user has agreed to that there would be one', async () => {
      const user = new Browser();
      await user.signIn(await newPerson('oauth-user'), '/-/profile/applications');
      await ask('open', {}, user);
      expect(
        redirectedOf(await user.post('/oauth/authorize', { ...requestOf('open'), decision: 'allow' })),
      ).toHaveProperty('code');
      for (const by of [new Browser(), elsewhere]) {
        expect((await ask('open', {}, by)).expect(303).headers['location']).toMatch(/^\/users\/sign_in\?return_to=/);
        expect((await ask('confidential', { prompt: 'none' }, by)).expect(303).headers['location']).toMatch(
          /^\/users\/sign_in/,
        );
        expect(redirectedOf(await ask('open', { prompt: 'none' }, by))).toMatchObject({ error: 'login_required' });
      }
    });
  });

  describe('POST /oauth/authorize', () => {
    it('gives a code or a token to allowed users, and an error to others', async () => {
      expect(redirectedOf(await decide('open'))).toHaveProperty('code');
      expect(redirectedOf(await decide('confidential', { response_type: 'token' }))).toHaveProperty('access_token');
      expect(redirectedOf(await decide('open', {}, 'deny'))).toMatchObject({ error: 'access_denied' });
    });

    it('accepts only forms of its own page, from signed-in users', async () => {
      const forged = { ...requestOf('open'), decision: 'allow', authenticity_token: 'x'.repeat(43) };
      (await browser.post('/oauth/authorize', forged)).expect(403);
      for (const by of [new Browser(), elsewhere])
        expect((await by.post('/oauth/authorize', forged)).expect(401).text).toContain('Your session has ended');
    });
  });

  describe('POST /oauth/token', () => {
    const password = (change: Fields = {}) =>
      send('/oauth/token', given({ grant_type: 'password', ...passwordOf(person), ...change }));
    const passwordOf = (of: Person) => ({ username: of.username, password: of.password });
    const basic = (uid: string, secret: string) => ({
      authorization: `Basic ${Buffer.from(`${uid}:${secret}`).toString('base64')}`,
    });
    const byHeader = async (secret: string) => {
      const form = { grant_type: 'authorization_code', redirect_uri: CALLBACK, code: await codeOf('confidential') };
      return send('/oauth/token', form, basic(clients.confidential.uid, secret));
    };
    const forCode =
      (name: ClientName, change: Fields = {}) =>
      async () =>
        exchange(name, await codeOf(name), change);

    it.each<[string, string, () => Promise<Answer>]>([
      ['a code of a public client', '200', forCode('open')],
      ['a code of a confidential client', '200', forCode('confidential')],
      ['a client that says so in a header', '200', () => byHeader(clients.confidential.secret)],
      ['a client that says so wrongly', '401 invalid_client', () => byHeader(UNKNOWN)],
      ['no secret', '401 invalid_client', forCode('confidential', { client_secret: undefined })],
      ['a wrong secret', '401 invalid_client', forCode('confidential', { client_secret: UNKNOWN })],
      ['no client', '401 invalid_client', forCode('open', { client_id: undefined })],
      ['an unknown client', '401 invalid_client', forCode('open', { client_id: UNKNOWN })],
      ['an unknown code', '400 invalid_grant', forCode('open', { code: UNKNOWN })],
      ['no code', '400 invalid_request', forCode('open', { code: undefined })],
      ['another redirect URI', '400 invalid_grant', forCode('open', { redirect_uri: `${CALLBACK}/` })],
      ['no redirect URI', '400 invalid_request', forCode('open', { redirect_uri: undefined })],
      ['no verifier', '400 invalid_grant', forCode('open', { code_verifier: undefined })],
      ['another verifier', '400 invalid_grant', forCode('open', { code_verifier: 'w'.repeat(64) })],
      ['a verifier without a challenge', '400 invalid_grant', forCode('confidential', { code_verifier: VERIFIER })],
      [
        'the code of another client',
        '400 invalid_grant',
        async () => exchange('confidential', await codeOf('open'), { code_verifier: VERIFIER }),
      ],
      ['no grant type', '400 invalid_request', forCode('open', { grant_type: undefined })],
      ['an unknown grant', '400 unsupported_grant_type', forCode('open', { grant_type: 'client_credentials' })],
      ['a refresh token', '200', async () => refresh('open', (await tokensOf('open'))['refresh_token']!)],
      ['an unknown refresh token', '400 invalid_grant', () => refresh('open', UNKNOWN)],
      ['no refresh token', '400 invalid_request', () => refresh('open', '', { refresh_token: undefined })],
      [
        'the refresh token of another client',
        '400 invalid_grant',
        async () => refresh('confidential', (await tokensOf('open'))['refresh_token']!),
      ],
      [
        'more scopes than before',
        '400 invalid_scope',
        async () => refresh('open', (await tokensOf('open', 'read_user'))['refresh_token']!, { scope: 'api' }),
      ],
      ['a password', '200', () => password()],
      ['a password with a client', '200', () => password(proofOf('confidential'))],
      ['a wrong password', '400 invalid_grant', () => password({ password: 'wrong' })],
      ['no password', '400 invalid_request', () => password({ password: undefined })],
      ['a token for a password', '400 invalid_grant', () => password({ password: person.token })],
      ['the password of who is blocked', '400 invalid_grant', () => password(passwordOf(blocked))],
      ['a password, for sudo', '400 invalid_scope', () => password({ scope: 'sudo' })],
      [
        'a password, with the wrong client',
        '401 invalid_client',
        () => password({ ...proofOf('confidential'), client_secret: UNKNOWN }),
      ],
    ])('for %s answers %s', async (_, outcome, request) => {
      const answer = await request();
      expect(outcomeOf(answer)).toBe(outcome);
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json',
        'cache-control': 'no-store',
        pragma: 'no-cache',
      });
    });

    it('takes back what was given when a code or a refresh token comes again', async () => {
      const opens = async (token: string) => (await hearth.anonymous.get('/user', { access_token: token })).status;
      const code = await codeOf('open');
      const first = (await exchange('open', code)).json<Record<string, string>>();
      expect([await opens(first['access_token']!), outcomeOf(await exchange('open', code))]).toEqual([
        200,
        '400 invalid_grant',
      ]);
      const second = await tokensOf('open');
      const third = (await refresh('open', second['refresh_token']!)).json<Record<string, string>>();
      expect(outcomeOf(await refresh('open', second['refresh_token']!))).toBe('400 invalid_grant');
      for (const { access_token: token } of [first, second, third]) expect(await opens(token!)).toBe(401);
    });
  });

  describe('what is asked about tokens', () => {
    const about = (path: string, name: ClientName, token: string | undefined, change: Fields = {}) =>
      send(path, given({ token, ...proofOf(name), ...change }));
    const bearer = (method: string, path: string, token: string) =>
      hearth.anonymous.send(method, path, { headers: { authorization: `Bearer ${token}` } });
    const isActive = async (answer: Promise<Answer>) => (await answer).json<{ active: boolean }>().active;

    it('is answered to the holder of the token: scopes and owner', async () => {
      const { access_token: token, refresh_token: renewing } = await tokensOf('confidential', 'openid');
      for (const [method, path] of [
        ['GET', '/oauth/token/info'],
        ['GET', '/oauth/userinfo'],
        ['POST', '/oauth/userinfo'],
      ] as const) {
        (await bearer(method, path, token!)).expect(200);
        (await hearth.anonymous.send(method, path, { query: { access_token: token! } })).expect(200);
        for (const wrong of [UNKNOWN, renewing!, person.token])
          expect(outcomeOf(await bearer(method, path, wrong))).toBe('401 invalid_token');
        expect(outcomeOf(await hearth.anonymous.send(method, path))).toBe('401 invalid_token');
      }
      const { access_token: other } = await tokensOf('confidential', 'api');
      expect(outcomeOf(await bearer('GET', '/oauth/userinfo', other!))).toBe('403 insufficient_scope');
      (await bearer('GET', '/api/v4/user', token!)).expect(403);
    });

    it('is answered to the client whose it is, which may revoke it', async () => {
      const { access_token: token } = await tokensOf('confidential');
      const ask = (name: ClientName, change?: Fields) => about('/oauth/introspect', name, token, change);
      expect([await isActive(ask('confidential')), await isActive(ask('open'))]).toEqual([true, false]);
      expect(outcomeOf(await ask('confidential', { client_secret: UNKNOWN }))).toBe('401 invalid_client');
      expect(outcomeOf(await ask('confidential', { client_id: undefined }))).toBe('401 invalid_client');
      expect(outcomeOf(await ask('confidential', { token: undefined }))).toBe('400 invalid_request');
      const revoke = (name: ClientName, change?: Fields) => about('/oauth/revoke', name, token, change);
      expect(outcomeOf(await revoke('confidential', { client_secret: UNKNOWN }))).toBe('401 invalid_client');
      for (const [name, left] of [
        ['open', true],
        ['confidential', false],
      ] as const) {
        expect(outcomeOf(await revoke(name))).toBe('200');
        expect(await isActive(ask('confidential'))).toBe(left);
      }
    });

    it.each(['/.well-known/openid-configuration', '/oauth/discovery/keys'])('%s is public', async (path) => {
      (await hearth.anonymous.send('GET', path)).expect(200);
    });
  });
});

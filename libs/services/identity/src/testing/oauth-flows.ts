import { hash } from 'node:crypto';
import { tokenHash } from '@hearth/secrets';
import { AuthenticateCredential } from '../sign-in/authenticate.js';
import { CreateUser } from '../users/create.js';
import type { UserRecord } from '../users/user.entity.js';
import { Browser, type Visit } from './browser.js';
import { BASE_URL, type IdentityApp } from './identity-app.js';
import { PASSWORD, newUser } from './people.js';

export const CALLBACK = 'https://app.example/callback?from=hearth';
export const VERIFIER = 'v'.repeat(64);
export const PKCE = { code_challenge: hash('sha256', VERIFIER, 'base64url'), code_challenge_method: 'S256' };
export const STATE = 'a state & more';

/** Registered application, with the secret known to its developer. */
export interface Application {
  readonly id: number;
  readonly uid: string;
  readonly secret: string;
}

/** State that is new for each spec. */
interface State {
  /** Browser in which `user` is signed in. */
  browser: Browser;
  user: UserRecord;
  confidential: Application;
  open: Application;
}

/** Steps of a user and a developer in their browsers. */
function browserFlows(app: IdentityApp, state: State) {
  async function register(developer: Browser, fields: Record<string, string | string[]>): Promise<Application> {
    await developer.get('/-/profile/applications');
    const given = { name: 'App', redirect_uri: CALLBACK, 'scopes[]': ['', 'api', 'read_user'], ...fields };
    const { text } = await developer.follow('/oauth/applications', given);
    const [uid, secret] = [...text.matchAll(/<code[^>]*>([0-9a-f]{64})<\/code>/g)].map(([, value]) => value!);
    const [row] = await app.testDatabase.query<{ id: string }>(
      'select id from identity.oauth_applications where uid = $1',
      [uid],
    );
    return { id: Number(row!.id), uid: uid!, secret: secret! };
  }

  const authorizeUrl = (client: Application, change: Record<string, string | undefined> = {}) => {
    const asked = { client_id: client.uid, redirect_uri: CALLBACK, response_type: 'code', state: STATE, ...change };
    return `/oauth/authorize?${new URLSearchParams(Object.entries(asked).filter(([, value]) => value !== undefined) as [string, string][])}`;
  };
  const decide = async (client: Application, change: Record<string, string | undefined> = {}, decision = 'allow') => {
    const url = authorizeUrl(client, change);
    const page = await state.browser.get(url);
    expect(page.status).toBe(200);
    return state.browser.post('/oauth/authorize', {
      ...Object.fromEntries(new URL(url, BASE_URL).searchParams),
      decision,
    });
  };
  const answered = ({ status, location }: Visit) => {
    expect([status, location?.slice(0, CALLBACK.length)]).toEqual([303, CALLBACK]);
    return Object.fromEntries(new URLSearchParams(location!.slice(CALLBACK.length + 1)));
  };
  const codeFor = async (client: Application, change: Record<string, string | undefined> = {}) =>
    answered(await decide(client, client === state.open ? { ...PKCE, ...change } : change))['code']!;

  return { register, authorizeUrl, decide, answered, codeFor };
}

/** Requests of clients. */
function clientFlows(app: IdentityApp, state: State) {
  async function ask(path: string, fields: Record<string, string | undefined>, headers: Record<string, string> = {}) {
    const form = new URLSearchParams(
      Object.entries(fields).filter(([, value]) => value !== undefined) as [string, string][],
    );
    const response = await app.app.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: form.toString(),
    });
    return {
      status: response.statusCode,
      headers: response.headers,
      body: JSON.parse(response.payload) as Record<string, unknown>,
    };
  }
  const proof = ({ uid, secret }: Application) => ({
    client_id: uid,
    ...(uid === state.open.uid ? {} : { client_secret: secret }),
  });
  const exchange = (client: Application, code: string, change: Record<string, string | undefined> = {}) =>
    ask('/oauth/token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: CALLBACK,
      ...proof(client),
      ...(client === state.open && { code_verifier: VERIFIER }),
      ...change,
    });
  const refresh = (client: Application, refreshToken: unknown, change: Record<string, string> = {}) =>
    ask('/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: String(refreshToken),
      ...proof(client),
      ...change,
    });
  const opens = async (token: unknown) =>
    (await app.get(AuthenticateCredential).execute({ kind: 'token', tokenHash: tokenHash(String(token)) })).outcome;
  const info = async (token: unknown) => {
    const response = await app.app.inject({
      method: 'GET',
      url: '/oauth/token/info',
      headers: { authorization: `Bearer ${String(token)}` },
    });
    return { status: response.statusCode, headers: response.headers, body: JSON.parse(response.payload) as unknown };
  };

  return { ask, proof, exchange, refresh, opens, info };
}

/** Returns a confidential and a public application for the specs of a block, a user with a browser for each spec, and requests of clients. */
export function oauthFlows(app: IdentityApp) {
  const state = {} as State;
  const flows = { ...browserFlows(app, state), ...clientFlows(app, state) };
  const { register } = flows;
  let people = 0;

  beforeAll(async () => {
    const developer = new Browser(app);
    await app.get(CreateUser).execute(newUser('developer'));
    await developer.signIn('developer', PASSWORD);
    state.confidential = await register(developer, {});
    state.open = await register(developer, { confidential: 'false', redirect_uri: `${CALLBACK}\nhttp://127.0.0.1/cb` });
  });
  beforeEach(async () => {
    state.user = await app.get(CreateUser).execute(newUser(`jane${++people}`));
    state.browser = new Browser(app);
    await state.browser.signIn(state.user.username, PASSWORD);
  });

  const later = (milliseconds: number) => (app.clock.time = new Date(app.clock.time.getTime() + milliseconds));

  return { state, ...flows, later };
}

import { ApiClient, signIn } from '@hearth/testing';
import { AllInOne, PASSWORD } from './testing/all-in-one.js';

/** The scopes that each open some endpoints by themselves. */
const OPENING = ['api', 'read_api', 'read_user', 'read_repository', 'write_repository'];
const USERS_OWN = /^\/api\/v4\/(?:user|users|events)(?:\/|$)/;
/** Paths below a user that read projects and runners. */
const OF_OTHERS = /^\/api\/v4\/(?:users\/:user_id\/(?:(?:starred|contributed)_)?projects|user\/runners)$/;
const OWN_TOKEN = /^\/api\/v4\/personal_access_tokens\/self$/;
/** Routes outside the paths of users; the last one is outside the API. */
const OF_USERS_TOO = ['/api/v4/version', '/api/v4/metadata', '/uploads/-/system/user/avatar/:id/:file'];

/** The scope whose token is sent to every route. */
const FIRST = 'read_user';

interface Route {
  readonly method: string;
  readonly path: string;
  /** Equal for routes of one service that are opened alike. */
  readonly kind: string;
}

/** Returns the scopes that the reference names for a route. */
function scopesOf(method: string, path: string): readonly string[] {
  if (OWN_TOKEN.test(path)) return OPENING;
  const reads = method === 'GET' || method === 'HEAD';
  if (!reads) return ['api'];
  const isOfUsers = OF_USERS_TOO.includes(path) || (USERS_OWN.test(path) && !OF_OTHERS.test(path));
  return isOfUsers ? ['read_user', 'api', 'read_api'] : ['api', 'read_api'];
}

/** A statement of a change, or of the transaction around one. */
const WRITE = /^\s*(?:insert|update|delete|begin|start transaction)/i;

/** Returns a path of the route with valid names of records that do not exist. */
function addressOf(path: string): string {
  return path.replaceAll(/:[a-z_]+/g, '999999999');
}

describe('the scopes of a token', () => {
  let system: AllInOne;
  beforeAll(async () => {
    system = await AllInOne.start();
  });
  afterAll(() => system.stop());

  /** Returns every route of a service that takes a token, except its twin with `.json`. */
  function routesWithToken(): Route[] {
    return system.routes.flatMap(({ service, methods, path, credentials }) => {
      const takesToken = credentials === undefined || credentials === 'token-or-session';
      if (path === undefined || !takesToken || /\.json$|^\/-\/assets\//.test(path)) return [];
      // This request would revoke the token itself.
      const sent = methods.filter((method) => !(method === 'DELETE' && OWN_TOKEN.test(path)));
      return sent.map((method) => ({ method, path, kind: `${service} ${credentials} ${scopesOf(method, path)}` }));
    });
  }

  /** Returns the routes that a token with {@link FIRST} opens, whose answers name no scopes, and one of each kind of the others. */
  function routesThatDiffer(): Route[] {
    const [open, refused] = [true, false].map((opens) =>
      routesWithToken().filter(({ method, path }) => scopesOf(method, path).includes(FIRST) === opens),
    ) as [Route[], Route[]];
    return [...open, ...new Map(refused.map((route) => [route.kind, route])).values()];
  }

  /** Sends a request to each route and returns the outcomes as far as scopes decide them. */
  async function answers(token: string, routes: readonly Route[]): Promise<Map<string, string | undefined>> {
    const client = new ApiClient(system.url, token);
    const found = new Map<string, string | undefined>();
    for (const { method, path } of routes) {
      const answer = await client.send(method, addressOf(path));
      const refused = answer.status === 403 && answer.text.includes('insufficient_scope');
      found.set(`${method} ${path}`, refused ? answer.json<{ scope: string }>().scope : undefined);
    }
    return found;
  }

  /** Returns the expected outcomes. */
  function expected(found: ReadonlyMap<string, unknown>, scope: string): Map<string, string | undefined> {
    return new Map(
      [...found.keys()].map((route) => {
        const [method, path] = route.split(' ') as [string, string];
        const accepted = scopesOf(method, path);
        return [route, accepted.includes(scope) ? undefined : accepted.join(' ')];
      }),
    );
  }

  /** Creates a user and a token of theirs with one scope. */
  async function tokenWith(scope: string): Promise<string> {
    const username = `only-${scope.replace('_', '-')}`;
    const root = await system.client('root');
    const user = { username, email: `${username}@example.com`, name: username, password: 'correct horse' };
    (await root.post('/users', user)).expect(201);
    const minted = await system.call('identity.mint-token', { username, name: 'spec', scopes: [scope] });
    return (minted as { token: string }).token;
  }

  it(`open the routes of ${FIRST}, and no others of any service, whose refusals name the scopes that do`, async () => {
    const found = await answers(await tokenWith(FIRST), routesWithToken());
    expect(found.size).toBeGreaterThan(250);
    expect(found).toEqual(expected(found, FIRST));
  });

  // A refusal names the list of scopes that the guard compares (endpoint-guard.ts), so that one of each kind shows the others.
  it.each(['read_api', 'read_repository', 'write_repository', 'sudo'])(
    'open what %s is for, and nothing else of any service',
    async (scope) => {
      const found = await answers(await tokenWith(scope), routesThatDiffer());
      expect(found.size).toBeGreaterThan(30);
      expect(found).toEqual(expected(found, scope));
    },
  );

  it('do not replace the CSRF token of a form: each form refuses a missing one, and the first of each service one of another session and another origin', async () => {
    const root = await system.client('root');
    const project = (await root.post('/projects', { name: 'forms' })).expect(201).json<{ id: number }>().id;
    const group = (await root.post('/groups', { name: 'forms', path: 'forms' })).expect(201).json<{ id: number }>().id;
    const enter = () => signIn(system.url, 'root', PASSWORD);
    const [own, other] = [await enter(), await enter()];
    const forms = system.routes.filter(
      ({ methods, credentials }) => methods[0] === 'POST' && credentials === 'session',
    );
    expect(forms.length).toBeGreaterThan(100);
    const owner: Readonly<Record<string, number>> = { project, group };
    const missing = [undefined, system.url, 'This form is too old'] as const;
    const others = [
      [other.token, system.url, 'This form is too old'],
      [own.token, 'https://other.example', 'This is not allowed'],
    ] as const;
    const firsts = new Set(new Map(forms.toReversed().map((form) => [form.service, form])).values());
    for (const form of forms)
      for (const [token, origin, title] of [missing, ...(firsts.has(form) ? others : [])]) {
        const { path } = form;
        const ofOwner = path!.replace(/^\/-\/(project|group)\/:id/, (_, kind: string) => `/-/${kind}/${owner[kind]}`);
        const { result, texts } = await system.statements.during(() =>
          fetch(system.url + addressOf(ofOwner), {
            method: 'POST',
            headers: { cookie: own.cookie, origin, 'content-type': 'application/x-www-form-urlencoded' },
            body: new URLSearchParams(token && { authenticity_token: token }),
            redirect: 'manual',
          }),
        );
        const [, shown] = /<h1[^>]*>([^<]*)/.exec(await result.text()) ?? [];
        expect([path, origin, result.status, shown]).toEqual([path, origin, 403, title]);
        expect([path, texts.filter((text) => WRITE.test(text))]).toEqual([path, []]);
      }
  });

  it('are asked for by no page, which takes no token', async () => {
    const client = await system.client('root');
    const pages = system.routes.filter(({ credentials, signedIn }) => credentials === 'session' && signedIn);
    expect(pages.length).toBeGreaterThan(40);
    for (const { methods, path } of pages)
      for (const method of methods) {
        const { status, headers } = await client.send(method, addressOf(path!));
        // A form is returned by a page that asks for the sign-in.
        const expected = method === 'POST' ? [401, undefined] : [303, '/users/sign_in'];
        const location = headers['location']?.slice(0, 14);
        expect([method, path, status, location]).toEqual([method, path, ...expected]);
      }
  });
});

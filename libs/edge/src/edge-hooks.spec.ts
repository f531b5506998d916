import type { IncomingMessage } from 'node:http';
import net from 'node:net';
import { until } from '@hearth/data/testing';
import { registerBodyDeadlines, type RouteEntry } from '@hearth/http';
import { PagesModule } from '@hearth/pages';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import { routed } from './edge-hooks.js';
import type { RateLimitSettings } from './rate-limit-settings.js';
import { hookEdge } from './testing/hook-edge.js';

const LINGER_MS = 2_000;
const SESSION = 's'.repeat(43);
const principal = { userId: 7, credential: { tokenId: 1 } };
const any = { service: 'identity', routeBy: 'any', streams: false } as const;

/** The edge before a server that says what reached it. */
function edgeWith(
  url?: string,
  warnings: string[] = [],
  limits: Partial<RateLimitSettings> = {},
  bodyMs = 10_000,
): FastifyInstance {
  const fastify = Fastify();
  registerBodyDeadlines(fastify, { bodyMs, idleMs: 10_000, lingerMs: LINGER_MS });
  const routes: RouteEntry[] = [
    { ...any, methods: ['GET'], path: '/open' },
    { ...any, methods: ['GET'], path: '/slow' },
    { ...any, methods: ['GET', 'POST'], path: '/closed', signedIn: true },
    { ...any, methods: ['GET', 'POST'], path: '/page', signedIn: true, credentials: 'session' },
    { ...any, methods: ['GET'], path: '/picture', signedIn: true, credentials: 'token-or-session' },
    { ...any, methods: ['POST'], path: '/own', credentials: 'own' },
    { ...any, methods: ['POST'], path: '/jobs', callers: 'runners' },
    { ...any, methods: ['POST'], path: '/costly', costly: true },
    { ...any, methods: ['POST'], pattern: '^/pack$', takes: '^application/x-git-' },
    { ...any, methods: ['GET'], pattern: '^/(?:hidden|public)/info/refs$' },
  ];
  const identify = ({ headers }: IncomingMessage) =>
    Promise.resolve({ principal: headers['private-token'] === undefined ? null : principal });
  const session = (id: string | undefined) => Promise.resolve(id === SESSION ? principal : null);
  new PagesModule();
  const warn = (message: string) => void warnings.push(message);
  hookEdge(fastify, { routes, authenticator: { identify, session }, url, limits, warn });
  // Reads all of a body before it answers, as the owner of a repository does.
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, String(body)));
  fastify.get('/unlisted/:id', () => ({}));
  fastify.get('/hidden/info/refs', (request, reply) =>
    reply.code(routed(request).caller.principal ? 200 : 401).send({}),
  );
  fastify.post('/jobs', (request, reply) => reply.code(request.headers['job-token'] === 'bad' ? 403 : 201).send({}));
  fastify.all('/*', (request) => ({ base: routed(request).caller.baseUrl, body: request.body }));
  return fastify;
}

/** Delays the answers to `/slow` until `answer` is called. */
function held(edge: FastifyInstance) {
  let running = 0;
  const answered = Promise.withResolvers<void>();
  edge.get('/slow', async () => {
    running += 1;
    await answered.promise;
    return {};
  });
  const reached = (count: number) => until('the requests run', () => Promise.resolve(running >= count));
  return { reached, answer: answered.resolve };
}

const outcome = ({ statusCode, payload }: LightMyRequestResponse) => [statusCode, JSON.parse(payload) as unknown];

describe('the edge', () => {
  const edge = edgeWith();
  afterAll(() => edge.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    edge.inject({ method: 'GET', url: path, headers });

  it('finds out by its cookie whose page it is, and sends others to sign in and back', async () => {
    const cookie = { cookie: `hearth_session=${SESSION}` };
    expect((await get('/page', cookie)).statusCode).toBe(200);
    const anonymous = [
      await get('/page?tab=1', { 'private-token': 'good' }),
      await get('/page?tab=1', { cookie: `hearth_session=${'x'.repeat(43)}` }),
    ];
    expect(anonymous.map(({ statusCode, headers }) => [statusCode, headers.location])).toEqual([
      [303, '/users/sign_in?return_to=%2Fpage%3Ftab%3D1'],
      [303, '/users/sign_in?return_to=%2Fpage%3Ftab%3D1'],
    ]);
    // Its service keeps what was typed.
    expect((await edge.inject({ method: 'POST', url: '/page' })).statusCode).toBe(200);
  });

  it('gives no cookie a meaning on other routes, and leaves credentials alone that an endpoint reads itself', async () => {
    const cookie = { cookie: `hearth_session=${SESSION}` };
    expect((await get('/closed', cookie)).statusCode).toBe(401);
    for (const headers of [cookie, { 'private-token': 'good' }])
      expect((await get('/picture', headers)).statusCode).toBe(200);
    expect((await get('/picture')).statusCode).toBe(401);
    const own = { method: 'POST', url: '/own?access_token=a', headers: { authorization: 'Bearer b' } } as const;
    expect((await edge.inject(own)).statusCode).toBe(200);
  });

  it('shows browsers a page where there is none, and has them encrypt from then on', async () => {
    const missing = await get('/missing', { accept: 'text/html,*/*' });
    expect([missing.statusCode, missing.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(missing.payload).toMatch(/href="\/users\/sign_in"[^]*<h1>There is no such page<\/h1>/);
    const known = await get('/missing', { accept: 'text/html', cookie: `hearth_session=${SESSION}` });
    expect([known.statusCode, known.payload.includes('action="/users/sign_out"')]).toEqual([404, true]);
    expect(outcome(await get('/api/v4/missing', { accept: 'text/html' }))).toEqual([404, { error: '404 Not Found' }]);
    expect((await get('/open')).headers).not.toHaveProperty('strict-transport-security');
    const secure = edgeWith('https://hearth.test');
    const { headers } = await secure.inject({ method: 'GET', url: '/open' });
    expect(headers).toHaveProperty('strict-transport-security', 'max-age=31536000');
    await secure.close();
  });

  it('reads no body of those who have to sign in first', async () => {
    const post = {
      method: 'POST',
      url: '/closed',
      payload: '{',
      headers: { 'content-type': 'application/json' },
    } as const;
    expect(outcome(await edge.inject(post))).toEqual([401, { message: '401 Unauthorized' }]);
    const signedIn = { ...post, payload: { a: 1 }, headers: { 'private-token': 'good' } };
    expect(outcome(await edge.inject(signedIn))).toEqual([200, expect.objectContaining({ body: { a: 1 } })]);
    expect((await get('/open')).statusCode).toBe(200);
  });

  it.each(['hearth.example', 'localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'a_b-c.example', 'EXAMPLE.com:80'])(
    'makes addresses of the host %s',
    async (host) => {
      expect(outcome(await get('/open', { host }))).toEqual([200, { base: `http://${host}` }]);
    },
  );

  it.each(['a b', '[', 'a/b', 'a?b', 'a#b', 'a@b', 'a,b', 'x:y', 'x:99999', '<script>', '1.2.3.4.5'])(
    'refuses the host %j',
    async (host) => {
      expect(outcome(await get('/open', { host }))).toEqual([400, { message: '400 Bad Request' }]);
    },
  );

  it('logs a handler that the route table leaves out, and no path that is nothing', async () => {
    const warnings: string[] = [];
    const stale = edgeWith(undefined, warnings);
    for (const path of ['/nowhere', '/unlisted/1'])
      expect(outcome(await stale.inject(path))).toEqual([404, { error: '404 Not Found' }]);
    expect(warnings).toEqual([
      expect.stringMatching(/^GET \/unlisted\/:id has a handler, .* is no endpoint of a service$/),
    ]);
    await stale.close();
  });

  it('asks for no host where the address is configured', async () => {
    const configured = edgeWith('https://hearth.example');
    const answer = await configured.inject({ method: 'GET', url: '/open', headers: { host: 'a b' } });
    expect(outcome(answer)).toEqual([200, { base: 'https://hearth.example' }]);
    await configured.close();
  });

  it('takes the address that was dialled for the host of clients that name none', async () => {
    const { port } = new URL(await edge.listen({ port: 0, host: '127.0.0.1' }));
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = net.connect(Number(port), '127.0.0.1', () => socket.write('GET /open HTTP/1.0\r\n\r\n'));
      socket.on('data', (chunk) => (text += chunk.toString())).on('close', () => resolve(text));
    });
    expect(answer).toContain(`"base":"http://127.0.0.1:${port}"`);
  });

  it('has callers over their limit wait, each by their own', async () => {
    const limited = edgeWith(undefined, [], { user: 3, address: 2 });
    const statuses = async (times: number, headers: Record<string, string> = {}) => {
      const answers = Array.from({ length: times }, () => limited.inject({ url: '/closed', headers }));
      return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
    };
    expect(await statuses(3)).toEqual([401, 401, 429]);
    expect(await statuses(4, { 'private-token': 'good' })).toEqual([200, 200, 200, 429]);
    const answer = await limited.inject('/open');
    expect(answer.payload).toBe('Retry later');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'retry-after': expect.stringMatching(/^(60|59)$/),
      'ratelimit-name': 'address',
      'ratelimit-limit': '2',
      'ratelimit-remaining': '0',
      'ratelimit-reset': expect.stringMatching(/^\d{10}$/),
    });
    await limited.close();
  });

  it('lets fewer anonymous requests through where each takes much of the processor', async () => {
    const limited = edgeWith(undefined, [], { user: 3, address: 4, costly: 1 });
    const send = (headers: Record<string, string> = {}) => limited.inject({ method: 'POST', url: '/costly', headers });
    expect([(await send()).statusCode, (await send()).headers]).toEqual([
      200,
      expect.objectContaining({ 'ratelimit-name': 'costly', 'ratelimit-limit': '1' }),
    ]);
    expect((await send({ 'private-token': 'good' })).statusCode).toBe(200);
    expect((await limited.inject('/open')).statusCode).toBe(200);
    await limited.close();
  });

  it('counts runners by their tokens, and for the address what is refused', async () => {
    const limited = edgeWith(undefined, [], { user: 4, address: 2 });
    const sent = async (times: number, headers: Record<string, string>) => {
      const statuses: number[] = [];
      for (let time = 0; time < times; time++)
        statuses.push((await limited.inject({ method: 'POST', url: '/jobs', headers })).statusCode);
      return statuses;
    };
    expect(await sent(5, { 'job-token': 'one' })).toEqual([201, 201, 201, 201, 429]);
    expect(await sent(5, { 'job-token': 'two' })).toEqual([201, 201, 201, 201, 429]);
    expect(await sent(6, {})).toEqual([201, 201, 201, 201, 201, 201]);
    expect(await sent(4, { 'job-token': 'bad' })).toEqual([403, 403, 429, 429]);
    const answer = await limited.inject({ method: 'POST', url: '/jobs', headers: { 'job-token': 'three' } });
    expect([answer.statusCode, answer.headers['ratelimit-name']]).toEqual([429, 'refused']);
    // Others are not held up by them, nor do they hold them up.
    expect((await limited.inject('/open')).statusCode).toBe(200);
    expect((await limited.inject({ method: 'POST', url: '/jobs', remoteAddress: '192.0.2.9' })).statusCode).toBe(201);
    await limited.close();
  });

  it('counts what git begins with as anonymous unless it is asked for a credential', async () => {
    const limited = edgeWith(undefined, [], { address: 2 });
    const sent = async (times: number, url: string, headers: Record<string, string> = {}) => {
      const statuses: number[] = [];
      for (let time = 0; time < times; time++) statuses.push((await limited.inject({ url, headers })).statusCode);
      return statuses;
    };
    const service = '?service=git-upload-pack';
    expect(await sent(5, `/hidden/info/refs${service}`)).toEqual([401, 401, 401, 401, 401]);
    expect(await sent(3, `/hidden/info/refs${service}`, { 'private-token': 'good' })).toEqual([200, 200, 200]);
    expect(await sent(3, `/public/info/refs${service}`)).toEqual([200, 200, 429]);
    expect(await sent(1, '/open')).toEqual([429]);
    await limited.close();
  });

  it('counts a credential of git that is none as anonymous', async () => {
    const limited = edgeWith(undefined, [], { address: 1 });
    const headers = { authorization: 'Basic none' };
    const answers = [1, 2].map(() => limited.inject({ url: '/hidden/info/refs', headers }));
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([401, 429]);
    await limited.close();
  });

  it('answers those who are still sending, also where the connection ends with the answer', async () => {
    const { port } = new URL(edge.listeningOrigin);
    for (const path of ['/closed', '/nowhere']) {
      const answer = await new Promise<string>((resolve, reject) => {
        let text = '';
        const socket = net.connect(Number(port), '127.0.0.1', () => {
          const length = 8 * 1024 * 1024;
          socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: ${length}\r\n\r\n`);
          socket.write(Buffer.alloc(length));
        });
        socket.on('data', (chunk) => (text += chunk.toString()));
        socket.on('close', () => resolve(text)).on('error', reject);
      });
      expect(answer).toMatch(/^HTTP\/1.1 40[14] /);
    }
  });

  it('lets nothing go on that it has refused, when the client goes away before the answer ends', async () => {
    const refusing = edgeWith();
    const reached: string[] = [];
    refusing.addHook('preParsing', ({ url }, _reply, payload, done) => (reached.push(url), done(null, payload)));
    const { port } = new URL(await refusing.listen({ port: 0, host: '127.0.0.1' }));
    const gone = new Promise((resolve) =>
      refusing.server.once('connection', (socket) => socket.once('close', resolve)),
    );
    const socket = net.connect(Number(port), '127.0.0.1', () =>
      socket.write('POST /closed HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 9\r\n\r\n{'),
    );
    socket.once('data', () => socket.destroy());
    await gone;
    await new Promise(setImmediate);
    expect(reached).toEqual([]);
    await refusing.close();
  });

  it('lets a body of git take as long as it comes, and no other on its route', async () => {
    const hasty = edgeWith(undefined, [], {}, 200);
    const { port } = new URL(await hasty.listen({ port: 0, host: '127.0.0.1' }));
    const half = (type: string) => {
      let text = '';
      const socket = net.connect(Number(port), '127.0.0.1', () => {
        socket.write(`POST /pack HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\n`);
        socket.write('Content-Length: 2\r\n\r\n{');
      });
      socket.on('data', (chunk) => (text += chunk.toString())).on('error', () => undefined);
      return { socket, answer: new Promise<string>((resolve) => socket.on('close', () => resolve(text))) };
    };
    const git = half('application/x-git-receive-pack-request');
    expect(await half('application/json').answer).toMatch(/^HTTP\/1.1 408 /);
    git.socket.write('}');
    expect(await git.answer).toMatch(/^HTTP\/1.1 200 /);
    await hasty.close();
  });

  it('refuses requests beyond the limit of concurrent ones, until earlier ones have been answered', async () => {
    const busy = edgeWith(undefined, [], { concurrent: 2 });
    const { reached, answer } = held(busy);
    const slow = [busy.inject('/slow'), busy.inject('/slow')];
    await reached(2);
    const refused = await busy.inject('/open');
    expect([...outcome(refused), refused.headers['retry-after']]).toEqual([
      503,
      { message: '503 Service Unavailable' },
      '1',
    ]);
    const page = await busy.inject({ url: '/open', headers: { accept: 'text/html' } });
    expect([page.statusCode, page.headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    // These have other bounds.
    expect((await busy.inject('/public/info/refs')).statusCode).toBe(200);
    expect((await busy.inject({ method: 'POST', url: '/jobs' })).statusCode).toBe(201);
    answer();
    expect((await Promise.all(slow)).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect((await busy.inject('/open')).statusCode).toBe(200);
    await busy.close();
  });

  it('counts neither bodies that arrive slowly nor requests whose connection is gone', async () => {
    const busy = edgeWith(undefined, [], { concurrent: 2 });
    const { reached, answer } = held(busy);
    const { port } = new URL(await busy.listen({ port: 0, host: '127.0.0.1' }));
    const head = 'Host: a\r\nPRIVATE-TOKEN: good\r\n';
    const sending = net.connect(Number(port), '127.0.0.1');
    const json = 'Content-Type: application/json\r\nContent-Length: 9\r\n';
    sending.write(`POST /closed HTTP/1.1\r\n${head}${json}\r\n{`);
    // The answer to the second one of a connection waits for that to the first.
    const gone = net.connect(Number(port), '127.0.0.1');
    gone.write(`GET /slow HTTP/1.1\r\n${head}\r\n`.repeat(2));
    await reached(2);
    expect((await busy.inject('/open')).statusCode).toBe(503);
    gone.destroy();
    answer();
    await until('both have left', async () => (await busy.inject('/open')).statusCode === 200);
    sending.destroy();
    await busy.close();
  });

  it('refuses two access tokens in one request', async () => {
    const refused = [400, expect.objectContaining({ error: 'invalid_request' })];
    const bearer = { authorization: 'Bearer one' };
    for (const query of ['access_token=two', 'a=b?c&bearer_token=two'])
      expect(outcome(await get(`/open?${query}`, bearer))).toEqual(refused);
    expect((await get('/open', bearer)).statusCode).toBe(200);
    expect((await get('/open?access_token=', bearer)).statusCode).toBe(200);
    expect((await get('/open?private_token=two', bearer)).statusCode).toBe(200);
  });
});

import { Agent, request as open, type IncomingMessage } from 'node:http';
import { json as readJson } from 'node:stream/consumers';
import { stat } from 'node:fs/promises';
import { currentOrigin, setActor, type Origin } from '@hearth/telemetry';
import type { FastifyInstance } from 'fastify';
import { register } from 'prom-client';
import type { AccessLog, CompletedRequest } from './access-log.js';
import { routedListener } from './routed-listener.js';

const CORRELATION = '7c5d7a52-6f4b-4a44-9d3c-2f3a0f6f5b11';

/** Yields to the event loop, like a statement or a call. */
const elsewhere = () => stat(import.meta.filename);

/** Returns the part of the origin that is sent to other processes. */
function wireOrigin(): Pick<Origin, 'actor' | 'correlation'> {
  const { correlation, actor } = currentOrigin()!;
  return { correlation, actor };
}

interface Ended extends CompletedRequest {
  readonly origin: ReturnType<typeof wireOrigin>;
}

describe('requests', () => {
  let fastify: FastifyInstance;
  let address: string;
  let ended: Ended[];
  let hear: (() => void) | undefined;
  let begin: (() => void) | undefined;

  beforeAll(async () => {
    const log: AccessLog = (request) => {
      ended.push({ ...request, origin: wireOrigin() });
      hear?.();
    };
    const adapter = routedListener({ facesUsers: false, log });
    fastify = adapter.getInstance() as unknown as FastifyInstance;
    // Like the edge: makes a call in a hook of its own.
    fastify.addHook('onRequest', async ({ headers }) => {
      await elsewhere();
      setActor(Number(headers['x-actor']));
    });
    fastify.addHook('preParsing', (_request, _reply, payload, done) => {
      setTimeout(() => begin?.());
      done(null, payload);
    });
    fastify.route({
      method: ['GET', 'POST'],
      url: '/api/v4/projects/:id',
      handler: async () => {
        await elsewhere();
        return { origin: wireOrigin() };
      },
    });
    fastify.post('/group/:project/git-upload-pack', async (request, reply) => {
      reply.hijack();
      for await (const _ of request.raw) await elsewhere();
      reply.raw.writeHead(200).end(JSON.stringify({ origin: wireOrigin() }));
    });
    fastify.get<{ Params: { status: number } }>('/status/:status', ({ params }, reply) =>
      reply.code(params.status).send(),
    );
    fastify.get('/endless', (_, reply) => {
      reply.hijack();
      reply.raw.writeHead(200).write('something');
    });
    address = await fastify.listen({ host: '127.0.0.1', port: 0 });
  });

  afterAll(async () => {
    fastify.server.closeAllConnections();
    await fastify.close();
  });

  beforeEach(() => {
    ended = [];
    hear = undefined;
  });

  function nextEnd(): Promise<void> {
    return new Promise((resolve) => (hear = resolve));
  }

  async function send(path: string, init: RequestInit = {}, actor = 7): Promise<Response> {
    const headers = { ...init.headers, 'x-hearth-correlation': CORRELATION, 'x-actor': String(actor) };
    return fetch(`${address}${path}`, { ...init, headers });
  }

  const json = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"name":"n"}' };
  const form = new FormData();
  form.set('name', 'n');

  it.each<[string, string, RequestInit]>([
    ['a request without a body', '/api/v4/projects/1?private_token=x', {}],
    ['JSON', '/api/v4/projects/1', json],
    ['a large body', '/api/v4/projects/1', { ...json, body: JSON.stringify({ name: 'n'.repeat(3_000_000) }) }],
    ['a form', '/api/v4/projects/1', { method: 'POST', body: new URLSearchParams({ name: 'n' }) }],
    ['a multipart form', '/api/v4/projects/1', { method: 'POST', body: form }],
    [
      'a stream of git',
      '/group/p/git-upload-pack',
      {
        method: 'POST',
        headers: { 'content-type': 'application/x-git-upload-pack-request' },
        body: 'x'.repeat(500_000),
      },
    ],
  ])('are the origin of what handles %s', async (_, path, init) => {
    const end = nextEnd();
    const answer = (await (await send(path, init)).json()) as { origin: Origin };
    expect(answer.origin).toEqual({ correlation: CORRELATION, actor: 7 });
    await end;
    expect(ended.map(({ origin }) => origin)).toEqual([answer.origin]);
  });

  it('are the origin of what handles a body that comes late, and the second one of a connection', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (const actor of [7, 8]) {
      const began = new Promise<void>((resolve) => (begin = resolve));
      const headers = { 'content-type': 'application/json', 'x-actor': String(actor) };
      const sending = open(`${address}/api/v4/projects/1`, { agent, method: 'POST', headers });
      const answered = new Promise<IncomingMessage>((resolve) => sending.on('response', resolve));
      sending.write('{"name":');
      await began;
      sending.end('"n"}');
      const { origin } = (await readJson(await answered)) as { origin: Origin };
      expect(origin.actor).toBe(actor);
    }
    agent.destroy();
  });

  it('are kept apart, also on one connection', async () => {
    const actors = Array.from({ length: 40 }, (_, index) => index);
    const answers = await Promise.all(actors.map((actor) => send('/api/v4/projects/1', json, actor)));
    const origins = (await Promise.all(answers.map((answer) => answer.json()))) as { origin: Origin }[];
    expect(origins.map(({ origin }) => origin.actor)).toEqual(actors);
  });

  it('are told when they end, by route and without their query', async () => {
    const end = nextEnd();
    const answer = await send('/api/v4/projects/a%2Fb?private_token=secret');
    const { length } = await answer.text();
    await end;
    expect(ended[0]).toMatchObject({
      method: 'GET',
      route: '/api/v4/projects/:id',
      path: '/api/v4/projects/a%2Fb',
      status: 200,
      aborted: false,
    });
    expect(ended[0]!.bytes).toBeGreaterThan(length);
    const count = 'hearth_http_request_seconds_count{method="GET",route="/api/v4/projects/:id",status="2xx"}';
    expect(await register.metrics()).toContain(count);
    expect(ended[0]!.milliseconds).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(ended)).not.toContain('secret');
  });

  it('are counted as failed for 5xx, except for what is not implemented', async () => {
    for (const status of [501, 503]) {
      const end = nextEnd();
      expect((await send(`/status/${status}`)).status).toBe(status);
      await end;
    }
    const counted = [...(await register.metrics()).matchAll(/_count\{.*route="\/status\/:status",status="(\w+)"/g)];
    expect(counted.map(([, status]) => status)).toEqual(['501', '5xx']);
  });

  it('are told when the client leaves before the end', async () => {
    const end = nextEnd();
    const leaving = new AbortController();
    await send('/endless', { signal: leaving.signal });
    leaving.abort();
    await end;
    expect(ended[0]).toMatchObject({ path: '/endless', aborted: true });
  });

  it.each([true, false])('go back to an id that only the gateway may name (facing users: %s)', async (facesUsers) => {
    const fastify = routedListener({ facesUsers, log: () => undefined }).getInstance() as unknown as FastifyInstance;
    fastify.get('/', () => ({ origin: wireOrigin() }));
    const answer = await fastify.inject({ url: '/', headers: { 'x-hearth-correlation': CORRELATION } });
    const { correlation } = answer.json<{ origin: Origin }>().origin;
    expect(correlation === CORRELATION).toBe(!facesUsers);
    expect(correlation).toMatch(/^[0-9a-f-]{36}$/);
    expect(answer.headers['x-request-id']).toBe(correlation);
  });

  it('that ask for nothing there is have no route', async () => {
    const end = nextEnd();
    expect((await send('/nothing')).status).toBe(404);
    await end;
    expect(ended[0]).toMatchObject({ route: undefined, status: 404 });
  });
});

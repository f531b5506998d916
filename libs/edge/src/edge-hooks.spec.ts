import type { IncomingMessage } from 'node:http';
import net from 'node:net';
import type { HttpAdapterHost } from '@nestjs/core';
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from 'fastify';
import type { Authenticator } from './authenticator.js';
import { EdgeHooks, routed } from './edge-hooks.js';
import { RouteTable } from './route-table.js';

const principal = { userId: 7 };
const any = { service: 'identity', routeBy: 'any', streams: false } as const;

/** The edge before a server that says what reached it. */
function edgeWith(url?: string): FastifyInstance {
  const fastify = Fastify();
  const host = { httpAdapter: { getInstance: () => fastify } } as unknown as HttpAdapterHost;
  const table = new RouteTable([
    { ...any, methods: ['GET'], path: '/open' },
    { ...any, methods: ['GET', 'POST'], path: '/closed', signedIn: true },
  ]);
  const identify = ({ headers }: IncomingMessage) =>
    Promise.resolve({ principal: headers['private-token'] === undefined ? null : principal });
  const options = { url, log: () => undefined };
  new EdgeHooks(host, table, { identify } as unknown as Authenticator, options).onModuleInit();
  fastify.all('/*', (request) => ({ base: routed(request).caller.baseUrl, body: request.body }));
  return fastify;
}

const outcome = ({ statusCode, payload }: LightMyRequestResponse) => [statusCode, JSON.parse(payload) as unknown];

describe('the edge', () => {
  const edge = edgeWith();
  afterAll(() => edge.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    edge.inject({ method: 'GET', url: path, headers });

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

import { once } from 'node:events';
import http from 'node:http';
import { buffer } from 'node:stream/consumers';
import { ServiceClient, ServiceMap } from '@hearth/calls';
import type { Signer } from '@hearth/secrets';
import { freePort, waitFor } from '@hearth/testing';
import Fastify, { type FastifyInstance } from 'fastify';
import { register } from 'prom-client';
import { Proxy } from './proxy.js';
import type { RouteLearner } from './routes/route-learner.js';
import type { StorageLocator } from './storage-locator.js';
import { hookEdge } from './testing/hook-edge.js';

/** A service that starts and stops on one port. */
class Service {
  private server: http.Server | undefined;
  readonly seen: string[] = [];
  readonly brokenOff: string[] = [];

  constructor(private readonly port: number) {}

  async start(answer: http.RequestListener = (request, response) => void echo(request, response)): Promise<void> {
    this.server = http.createServer((request, response) => {
      this.seen.push(request.method!);
      response.on('close', () => response.writableFinished || this.brokenOff.push(request.method!));
      answer(request, response);
    });
    this.server.listen(this.port, '127.0.0.1');
    await once(this.server, 'listening');
  }

  async stop(): Promise<void> {
    if (!this.server?.listening) return;
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }
}

async function echo(request: http.IncomingMessage, response: http.ServerResponse): Promise<void> {
  const { traceparent, 'x-hearth-actor': actor } = request.headers;
  const { length } = await buffer(request);
  response.end(JSON.stringify({ length, traceparent, actor }));
}

describe('the proxy while a service restarts', () => {
  let edge: FastifyInstance;
  let proxy: Proxy;
  let service: Service;
  let port: number;

  beforeEach(async () => {
    const servicePort = await freePort();
    service = new Service(servicePort);
    const url = `http://127.0.0.1:${servicePort}`;
    edge = Fastify();
    const route = { service: 'ci', methods: ['GET', 'POST'], path: '/jobs', routeBy: 'any' } as const;
    const routes = [
      { ...route, streams: false },
      { ...route, path: '/trace', streams: true },
    ];
    const identify = () => Promise.resolve({ principal: null });
    const host = hookEdge(edge, { routes, authenticator: { identify } });
    const client = new ServiceClient(ServiceMap.parse(JSON.stringify({ ci: { routed: url, internal: url } })), {
      listener: 'routed',
      connections: 8,
      patienceMs: 20_000,
      waitingLimit: 2,
      silenceMs: 10_000,
    });
    const signer = { sign: () => 'signed' } as unknown as Signer;
    proxy = new Proxy(
      host,
      client,
      signer,
      {} as StorageLocator,
      { notice: () => undefined } as unknown as RouteLearner,
    );
    await proxy.onModuleInit();
    port = Number(new URL(await edge.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterEach(async () => {
    edge.server.closeAllConnections();
    await edge.close();
    await service.stop();
    await proxy.onApplicationShutdown();
  });

  const send = (method: string, path: string, headers: Record<string, string> = {}) =>
    http.request({ port, host: '127.0.0.1', method, path, headers, agent: false });
  const answerTo = async (request: http.ClientRequest) => {
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    return { status: response.statusCode, headers: response.headers, body: String(await buffer(response)) };
  };
  const waiting = (count: number) =>
    waitFor(`${count} wait`, async () => {
      const { values } = await register.getSingleMetric('hearth_requests_waiting')!.get();
      return (values.find(({ labels }) => labels['service'] === 'ci')?.value ?? 0) === count;
    });

  it.each(['/jobs', '/trace'])('lets requests wait until it is there again: %s', async (path) => {
    const get = send('GET', path).end();
    const push = send('POST', path, { 'transfer-encoding': 'chunked' });
    const answers = Promise.all([answerTo(get), answerTo(push)]);
    push.write('a'.repeat(100_000));
    await waiting(2);
    await service.start();
    push.end('b'.repeat(200_000));
    expect(
      (await answers).map(({ status, body }) => [status, (JSON.parse(body) as { length: number }).length]),
    ).toEqual([
      [200, 0],
      [200, 300_000],
    ]);
  });

  it('lets a bounded number wait, and asks the others to come again', async () => {
    const patient = [send('GET', '/jobs').end(), send('GET', '/jobs').end()].map(answerTo);
    await waiting(2);
    const { status, headers } = await answerTo(send('GET', '/jobs').end());
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    await service.start();
    expect((await Promise.all(patient)).map((answer) => answer.status)).toEqual([200, 200]);
  });

  it('gives up what waits for a client that has gone', async () => {
    const request = send('GET', '/jobs').end();
    request.on('error', () => undefined);
    await waiting(1);
    request.destroy();
    await waiting(0);
    expect(service.seen).toEqual([]);
  });

  it('gives up what is being answered for a client that has gone', async () => {
    await service.start(() => undefined);
    const request = send('POST', '/trace', { 'content-length': '10' });
    request.on('error', () => undefined).write('half');
    await waitFor('the request', () => service.seen.length === 1);
    request.destroy();
    await waitFor('its end', () => service.brokenOff.length === 1);
  });

  it.each(['/jobs', '/trace'])('reads again what broke off before its answer: %s', async (path) => {
    await service.start((request, response) => {
      if (service.seen.length === 1) request.socket.resetAndDestroy();
      else void echo(request, response);
    });
    expect((await answerTo(send('GET', path).end())).status).toBe(200);
    expect(service.seen).toEqual(['GET', 'GET']);
  });

  it('writes once', async () => {
    await service.start((request) => request.socket.resetAndDestroy());
    const { status } = await answerTo(send('POST', '/jobs').end());
    expect(status).toBe(503);
    expect(service.seen).toEqual(['POST']);
  });

  it('passes the trace on, and nothing that only Hearth says', async () => {
    await service.start();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const { body } = await answerTo(send('GET', '/jobs', { traceparent, 'x-hearth-actor': '1' }).end());
    expect(JSON.parse(body)).toEqual({ length: 0, traceparent });
  });
});

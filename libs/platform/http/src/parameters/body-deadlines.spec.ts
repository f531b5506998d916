import Fastify, { type FastifyRequest } from 'fastify';
import { halfSend } from '../testing/half-sent.js';
import { expectStream } from './body-deadlines.js';
import { registerBodyParsers } from './body-parsers.js';

const DEADLINES = { bodyMs: 300, idleMs: 200, lingerMs: 400 };
const LENGTH = 'Content-Length: 1000000000';
const JSON_TYPE = 'Content-Type: application/json';

describe('deadlines for request bodies', () => {
  const fastify = Fastify({ forceCloseConnections: true });
  const closed = Promise.withResolvers<void>();
  let port: number;

  beforeAll(async () => {
    registerBodyParsers(fastify, DEADLINES);
    // Reads the whole body, as handlers of parameters do.
    const whole = async ({ raw }: FastifyRequest) => {
      let bytes = 0;
      for await (const chunk of raw as AsyncIterable<Buffer>) bytes += chunk.length;
      return { bytes };
    };
    fastify.post('/waits', whole);
    fastify.post('/streams', (request) => {
      expectStream(request);
      return whole(request);
    });
    fastify.addContentTypeParser('text/silence', (_request, _payload, done) => done(null));
    fastify.post('/silent', ({ raw }) => {
      raw.once('close', () => closed.resolve());
      return new Promise(() => undefined);
    });
    fastify.post('/refuses', (_, reply) => reply.code(404).send({ message: 'no' }));
    port = Number(new URL(await fastify.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterAll(() => fastify.close());

  /** Measures how long the server reads from a client that keeps sending. */
  const drip = async (path: string, headers: string[], everyMs: number, timesAtMost = Infinity) => {
    const startedAt = performance.now();
    const sent = halfSend(port, path, [...headers, LENGTH], 'x');
    let times = 0;
    const timer = setInterval(() => {
      times += 1;
      if (times <= timesAtMost) sent.socket.write('x');
    }, everyMs);
    const answer = await sent.ended;
    clearInterval(timer);
    return { answer, milliseconds: performance.now() - startedAt };
  };

  it('end a body that takes too long with 408, however steadily it comes', async () => {
    const { answer, milliseconds } = await drip('/waits', [JSON_TYPE], 20);
    expect(answer).toMatch(/^HTTP\/1\.1 408 .*"408 Request Timeout"/s);
    expect(milliseconds).toBeGreaterThanOrEqual(DEADLINES.bodyMs - 20);
    expect(milliseconds).toBeLessThan(DEADLINES.bodyMs + DEADLINES.lingerMs + 2_000);
  });

  it('end an injected request too, which has no connection', async () => {
    const headers = { 'content-type': 'text/silence' };
    fastify.inject({ method: 'POST', url: '/silent', headers, payload: 'x' }).catch(() => undefined);
    await closed.promise;
  });

  it('let a stream take its time while it comes, and end it when it is silent', async () => {
    const { answer, milliseconds } = await drip('/streams', [JSON_TYPE], 20, 50);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(milliseconds).toBeGreaterThan(50 * 20 + DEADLINES.idleMs - 100);
  });

  it.each([['keep-alive'], ['close']])(
    'read past what follows a refusal, and not for ever (%s)',
    async (connection) => {
      const { answer, milliseconds } = await drip('/refuses', [JSON_TYPE, `Connection: ${connection}`], 20);
      expect(answer).toMatch(/^HTTP\/1\.1 404 /);
      expect(milliseconds).toBeLessThan(DEADLINES.bodyMs + DEADLINES.lingerMs + 2_000);
    },
  );

  it('do not delay a refusal until the rest of the body has come', async () => {
    const patient = Fastify({ forceCloseConnections: true });
    registerBodyParsers(patient, { ...DEADLINES, bodyMs: 60_000, lingerMs: 60_000 });
    patient.post('/refuses', (_, reply) => reply.code(404).send({ message: 'no' }));
    const { port } = new URL(await patient.listen({ port: 0, host: '127.0.0.1' }));
    const headers = [JSON_TYPE, 'Connection: close', 'Content-Length: 3'];
    const { socket, answered, ended } = halfSend(Number(port), '/refuses', headers, 'a');
    expect(await answered).toMatch(/^HTTP\/1\.1 404 /);
    socket.write('bc');
    expect(await ended).toMatch(/\r\ncontent-length: 16\r\n.*{"message":"no"}$/s);
    await patient.close();
  });

  it('leave a connection open for the next request after a body that came to its end', async () => {
    const { socket, answered, ended } = halfSend(port, '/refuses', [JSON_TYPE, 'Content-Length: 3'], 'abc');
    expect(await answered).toContain('404');
    socket.write('POST /waits HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n');
    expect(await ended).toContain('{"bytes":0}');
  });
});

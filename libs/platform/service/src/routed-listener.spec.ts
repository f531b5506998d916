import { once } from 'node:events';
import net from 'node:net';
import { finished } from 'node:stream/promises';
import { until } from '@hearth/data/testing';
import type { FastifyInstance } from 'fastify';
import { routedListener } from './routed-listener.js';

describe('the listener behind the frame', () => {
  const listeners = [true, false].map(
    (facesUsers) => routedListener({ facesUsers, log: () => undefined }).getInstance() as unknown as FastifyInstance,
  );
  const [outer, inner] = listeners;
  /** Errors received by readers of a body, by the path of the request. */
  const received = new Map<string, Promise<unknown>>();
  let goOn: (() => void) | undefined;
  const ports = new Map<FastifyInstance | undefined, number>();

  beforeAll(async () => {
    for (const listener of listeners) {
      listener.get('/thing', () => 'thing');
      listener.get('/slow', () => new Promise((resolve) => (goOn = () => resolve('slow'))));
      listener.post('/waits/:case', async ({ raw }) => {
        const end = finished(raw.resume()).then(() => 'complete');
        received.set(raw.url!, end);
        return end;
      });
      listener.post('/begins', (_, reply) => {
        reply.hijack().raw.writeHead(200, { 'content-length': '5' }).write('be');
      });
      listener.post('/refuses', (_, reply) => reply.code(401).send('no'));
      ports.set(listener, Number(new URL(await listener.listen({ port: 0, host: '127.0.0.1' })).port));
    }
  });

  afterAll(() => Promise.all(listeners.map((listener) => listener.close())));

  /** Sends bytes and returns everything received until the connection ends. */
  const wire = (bytes: string, listener = outer) =>
    new Promise<string>((resolve) => {
      let text = '';
      const socket = net.connect(ports.get(listener)!, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => (text += chunk.toString())).on('close', () => resolve(text));
      socket.on('error', () => undefined);
    });
  const post = (path: string, headers: string, body: string) =>
    `POST ${path} HTTP/1.1\r\nHost: a\r\n${headers}\r\n\r\n${body}`;
  const CHUNKED = 'Transfer-Encoding: chunked';
  const thing = (headers: string) => `GET /thing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${headers}\r\n`;

  it.each([
    ['no verb', 'FOO /thing HTTP/1.1\r\nHost: a\r\n\r\n', '400 Bad Request'],
    ['no HTTP', '\u0016\u0003\u0001', '400 Bad Request'],
    ['two lengths', thing('Content-Length: 1\r\nTransfer-Encoding: chunked\r\n'), '400 Bad Request'],
    ['long headers', thing(`X: ${'x'.repeat(20_000)}\r\n`), '431 Request Header Fields Too Large'],
  ])('answers what is no request (%s) as it answers all', async (_, bytes, line) => {
    const answer = await wire(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${line}\r\n`));
    expect(answer).toMatch(/\r\nContent-Type: application\/json\r\n/);
    expect(answer.endsWith(`\r\n\r\n{"message":"${line}"}`)).toBe(true);
  });

  it.each([
    ['a chunk without a size', '1', CHUNKED, '2\r\n{}\r\nzz\r\n'],
    ['a coding that is none', '2', 'Transfer-Encoding: xchunked', '0\r\n\r\n'],
    ['one of them at the end', '3', `${CHUNKED}\r\nConnection: close`, 'zz\r\n'],
  ])('answers a body that breaks (%s) once, and tells its reader', async (_, name, headers, body) => {
    expect(await wire(post(`/waits/${name}`, headers, body))).toMatch(
      /^HTTP\/1\.1 400 Bad Request\r\n(?:[^\r]+\r\n)+\r\n{"message":"400 Bad Request"}$/,
    );
    await expect(received.get(`/waits/${name}`)).rejects.toThrow('aborted');
  });

  it('adds nothing to an answer that was begun before the body broke, and nothing after one', async () => {
    expect(await wire(post('/begins', CHUNKED, 'zz\r\n'))).toMatch(/\r\n\r\nbe$/);
    let answer = '';
    const socket = net.connect(ports.get(outer)!, '127.0.0.1', () => socket.write(post('/refuses', CHUNKED, '1\r\n')));
    socket.on('data', (chunk) => (answer += chunk.toString()));
    await until('it is refused', () => Promise.resolve(answer !== ''));
    socket.write('zz\r\n');
    await once(socket, 'close');
    expect(answer).toMatch(/^HTTP\/1\.1 401 (?:[^\r]+\r\n)+\r\nno$/);
  });

  it('answers a request before it answers what follows and is none', async () => {
    const begun = once(outer!.server, 'request');
    const answer = wire(`GET /slow HTTP/1.1\r\nHost: a\r\n\r\nFOO /thing HTTP/1.1\r\n\r\n`);
    await begun;
    goOn!();
    expect(await answer).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\nslowHTTP\/1\.1 400 .*"}$/s);
  });

  it('hangs up on a client that keeps a connection after such an answer', async () => {
    const socket = net.connect({ port: ports.get(outer)!, host: '127.0.0.1', allowHalfOpen: true });
    socket.resume().write('FOO / HTTP/1.1\r\n\r\n');
    const [connection] = (await once(outer!.server, 'connection')) as [net.Socket];
    await once(connection, 'close');
    socket.destroy();
  });

  it('takes more from the gateway than this may take from users', async () => {
    const nearly = thing(`X: ${'x'.repeat(16_200)}\r\n`);
    expect(await wire(nearly)).toMatch(/^HTTP\/1.1 200 /);
    const more = thing(`X: ${'x'.repeat(16_200)}\r\nX-Hearth-Caller: ${'y'.repeat(4_000)}\r\n`);
    expect(await wire(more)).toMatch(/^HTTP\/1.1 431 /);
    expect(await wire(more, inner)).toMatch(/^HTTP\/1.1 200 /);
  });

  it('reads past slashes that name nothing', async () => {
    for (const path of ['/thing/', '//thing', '//thing//?a=b'])
      expect((await outer!.inject(path)).payload).toBe('thing');
    expect((await outer!.inject('/thing/%2F')).statusCode).toBe(404);
  });

  it('protects answers to addresses that cannot be decoded too', async () => {
    const { statusCode, headers, payload } = await outer!.inject('/thing%zz');
    expect([statusCode, payload]).toEqual([404, '{"error":"404 Not Found"}']);
    expect(headers).toMatchObject({ 'x-frame-options': 'SAMEORIGIN', 'x-content-type-options': 'nosniff' });
  });
});

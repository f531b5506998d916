import net from 'node:net';
import type { FastifyInstance } from 'fastify';
import { routedListener } from './routed-listener.js';

describe('the listener behind the frame', () => {
  const listeners = [true, false].map(
    (facesUsers) => routedListener({ facesUsers, log: () => undefined }).getInstance() as unknown as FastifyInstance,
  );
  const [outer, inner] = listeners;
  const ports = new Map<FastifyInstance | undefined, number>();

  beforeAll(async () => {
    for (const listener of listeners) {
      listener.get('/thing', () => 'thing');
      ports.set(listener, Number(new URL(await listener.listen({ port: 0, host: '127.0.0.1' })).port));
    }
  });

  afterAll(() => Promise.all(listeners.map((listener) => listener.close())));

  /** Sends bytes and returns what comes back until the connection ends. */
  const wire = (bytes: string, listener = outer) =>
    new Promise<string>((resolve) => {
      let text = '';
      const socket = net.connect(ports.get(listener)!, '127.0.0.1', () => socket.write(bytes));
      socket.on('data', (chunk) => (text += chunk.toString())).on('close', () => resolve(text));
    });
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

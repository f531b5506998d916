import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sendOutside, type OutgoingRequest } from './send.js';

describe('sendOutside', () => {
  let server: Server;
  let answer: RequestListener;

  beforeAll(async () => {
    server = createServer((request, response) => answer(request, response));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  const post = (changes: Partial<OutgoingRequest> = {}) =>
    sendOutside({
      url: new URL(`http://localhost:${(server.address() as AddressInfo).port}/path`),
      headers: { 'X-Test': 'yes' },
      ...{ method: 'POST', body: '{}', verifyTls: true, mostBytes: 100, isAllowed: () => true },
      signal: AbortSignal.timeout(5_000),
      ...changes,
    });

  it('returns the answer, and follows no redirect', async () => {
    answer = ({ headers, method, url }, response) =>
      response.writeHead(302, { location: '/else' }).end(`${method} ${url} ${headers['x-test'] as string}`);
    const { status, headers, body } = await post();
    expect([status, headers['location'], body.toString()]).toEqual([302, '/else', 'POST /path yes']);
  });

  it('sends neither user nor password of an address', async () => {
    answer = ({ headers }, response) => response.end(headers.authorization ?? 'none');
    const url = new URL(`http://jane:secret@localhost:${(server.address() as AddressInfo).port}/`);
    expect((await post({ url })).body.toString()).toBe('none');
  });

  it('reads no more than its bound of an answer without an end', async () => {
    answer = (_, response) => {
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(1_000)));
        response.once('drain', more);
      };
      more();
    };
    expect((await post()).body).toHaveLength(100);
  });

  it('does not connect to an address that is not allowed', async () => {
    let requests = 0;
    answer = (_, response) => {
      requests += 1;
      response.end();
    };
    await expect(post({ isAllowed: () => false })).rejects.toThrow('That address is not allowed.');
    expect(requests).toBe(0);
  });

  it('ends with its signal, also in the middle of an answer', async () => {
    const { promise: begun, resolve } = Promise.withResolvers<void>();
    answer = (_, response) => {
      response.write('x');
      resolve();
    };
    const ending = new AbortController();
    const sent = post({ signal: ending.signal });
    await begun;
    ending.abort(new Error('enough'));
    await expect(sent).rejects.toThrow();
  });
});

import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { HttpAdapterHost } from '@nestjs/core';
import { HttpAddress } from './http-address.js';

describe('HttpAddress', () => {
  const options = { log: () => undefined, warn: () => undefined };
  const listening = async (server: ReturnType<typeof createServer> | ReturnType<typeof createTlsServer>) => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = { httpAdapter: { getHttpServer: () => server } } as unknown as HttpAdapterHost;
    return { host, port: (server.address() as AddressInfo).port, stop: () => server.close() };
  };

  it('is the configured URL', () => {
    const address = new HttpAddress({} as HttpAdapterHost, { ...options, url: 'https://git.example.com' });
    expect(address.of('127.0.0.1')).toBe('https://git.example.com');
  });

  it.each([
    ['10.1.2.3', '10.1.2.3'],
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['fd00::1', '[fd00::1]'],
  ])('is the HTTP port at the address of the connection: %s', async (local, host) => {
    for (const [server, scheme] of [
      [createServer(), 'http'],
      [createTlsServer(), 'https'],
    ] as const) {
      const http = await listening(server);
      const address = new HttpAddress(http.host, { ...options, url: undefined });
      expect(address.of(local)).toBe(`${scheme}://${host}:${http.port}`);
      http.stop();
    }
  });
});

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ProcessProbes } from './process-probes.js';
import { ServiceMap } from './service-map.js';

describe('ProcessProbes', () => {
  const servers: Server[] = [];
  const serve = async (status: number, headers: object = {}) => {
    const server = createServer(({ url }, response) =>
      response.writeHead(url === '/health/ready' ? status : 404, { ...headers }).end(),
    );
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return { routed: origin, internal: origin };
  };
  afterAll(() => servers.forEach((server) => server.close()));

  it('ask each process once, whichever storages it owns, and name those that do not answer', async () => {
    const [ready, unready, unreachable] = [
      await serve(200),
      await serve(503, { 'x-hearth-revision': '1046e7971a6' }),
      await serve(200),
    ];
    await new Promise((resolve) => servers[2]!.close(resolve));
    const services = { repository: { a: ready, b: ready, c: unreachable }, ci: [unready], identity: ready };
    const probes = new ProcessProbes(ServiceMap.parse(JSON.stringify(services)), { authorities: undefined });
    expect(await probes.read()).toEqual([
      { service: 'identity', storages: [], state: 'ready', revision: null },
      { service: 'repository', storages: ['a', 'b'], state: 'ready', revision: null },
      { service: 'repository', storages: ['c'], state: 'unreachable', revision: null },
      { service: 'ci', storages: [], state: 'not ready', revision: '1046e7971a6' },
    ]);
    await probes.onApplicationShutdown();
  });
});

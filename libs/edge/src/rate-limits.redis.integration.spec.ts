import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { makeTemporaryFolder, waitFor, type TemporaryFolder } from '@hearth/testing';
import type { Principal } from '@hearth/contract-kit';
import { rateLimitSettings } from './rate-limit-settings.js';
import { RateLimits } from './rate-limits.js';

/** Without one `./hearth test integration` leaves this spec out and says so. */
const SERVER = process.env['HEARTH_TEST_REDIS'] ?? 'redis-server';
const PORT = 20_000 + (process.pid % 10_000);
const jane = { userId: 1, credential: { tokenId: 1 } } as Principal;
const ADDRESS = '192.0.2.1';

describe('rate limits in Redis', () => {
  const warnings: string[] = [];
  let folder: TemporaryFolder;
  let server: ChildProcess;
  let gateways: RateLimits[];

  function startServer(): void {
    const place = ['--port', String(PORT), '--bind', '127.0.0.1', '--dir', folder.path];
    server = spawn(SERVER, [...place, '--save', '', '--appendonly', 'no'], { stdio: 'ignore' });
  }
  const connected = (shared: boolean) =>
    waitFor(shared ? 'Redis' : 'the loss of Redis', () => gateways.every((gateway) => gateway.shared === shared));

  beforeAll(async () => {
    folder = await makeTemporaryFolder('redis');
    startServer();
    const settings = { ...rateLimitSettings({}), user: 6, address: 4, store: `redis://127.0.0.1:${PORT}` };
    gateways = [0, 1].map(() => new RateLimits(settings, { warn: (message) => warnings.push(message) }));
    await connected(true);
  }, 30_000);
  afterAll(async () => {
    for (const gateway of gateways ?? []) gateway.onApplicationShutdown();
    server?.kill('SIGKILL');
    await folder?.remove();
  });

  /** Number of admitted requests out of `count`, sent to both gateways in turn. */
  async function passing(times: number, principal: Principal | null, address = ADDRESS): Promise<number> {
    const sent = Array.from({ length: times }, (_, time) => gateways[time % 2]!.count(principal, address));
    return (await Promise.allSettled(sent)).filter(({ status }) => status === 'fulfilled').length;
  }

  it('are one count for all gateways', async () => {
    expect(await passing(10, jane)).toBe(6);
    expect(await passing(10, null)).toBe(4);
    await expect(gateways[0]!.count(jane, ADDRESS)).rejects.toMatchObject({ limit: { name: 'user', allowed: 6 } });
  });

  it('are counted in memory, and no request waits long, while Redis hangs', async () => {
    server.kill('SIGSTOP');
    const begun = performance.now();
    expect(await passing(12, null, '192.0.2.2')).toBe(8);
    expect(performance.now() - begun).toBeLessThan(2_000);
    server.kill('SIGCONT');
  });

  it('are counted in memory while Redis is gone, and together when it is back', async () => {
    warnings.length = 0;
    server.kill('SIGKILL');
    await once(server, 'exit');
    await connected(false);
    expect(await passing(12, null, '192.0.2.3')).toBe(8);
    startServer();
    await connected(true);
    expect(await passing(12, null, '192.0.2.4')).toBe(4);
    expect(warnings.filter((line) => line.includes('out of reach'))).toHaveLength(2);
    expect(warnings.filter((line) => line.endsWith('again'))).toHaveLength(2);
  });
});

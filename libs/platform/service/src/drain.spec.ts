import { once } from 'node:events';
import { createServer, get, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigurationError } from '@hearth/config';
import { until } from '@hearth/data/testing';
import { Connections } from './connections.js';
import { drain, drainTimes, stopLimit, type Draining } from './drain.js';
import { Health } from './health/health.js';

describe('drain', () => {
  let servers: Server[];
  let said: string[];
  let slow: ServerResponse | undefined;

  const listener = async () => {
    const server = createServer((request, response) => {
      if (request.url === '/slow') slow = response;
      else response.end('answered');
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    servers.push(server);
    return { server, connections: new Connections(server, 50) };
  };
  /** Returns the body of a response; `refused` when nothing listens, `broken` without a response. */
  const ask = (server: Server, path: string, port = (server.address() as AddressInfo).port) =>
    new Promise<string>((resolve) => {
      const asking = get({ host: '127.0.0.1', port, path, agent: false }, (response) => {
        response.on('error', () => resolve('broken'));
        response.setEncoding('utf8').on('data', resolve);
      });
      asking.on('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED' ? 'refused' : 'broken'));
    });

  beforeEach(() => {
    servers = [];
    said = [];
    slow = undefined;
  });
  afterEach(() => {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function draining() {
    const [routed, internal] = [await listener(), await listener()];
    const rest = Promise.withResolvers<void>();
    const parts: Draining = {
      health: new Health({ connected: () => true, problems: () => [], stuck: () => [] }, []),
      routed: routed.connections,
      internal: internal.connections,
      background: [
        {
          stop: async () => {
            said.push('background stops');
            await rest.promise;
            said.push('background rests');
          },
        },
      ],
      close: () => Promise.resolve(void said.push('closed')),
      warn: (sentence) => said.push(sentence),
    };
    return { parts, routed: routed.server, internal: internal.server, rest };
  }

  it('goes on listening until what ran has ended; then the routed listener closes, the internal one last', async () => {
    const { parts, routed, internal, rest } = await draining();
    const port = (routed.address() as AddressInfo).port;
    const answer = ask(routed, '/slow');
    await until('a request runs', () => Promise.resolve(slow));
    const drained = drain(parts, { graceMs: 20_000, delayMs: 0 });
    await until('the background was told', () => Promise.resolve(said.length > 0));
    expect(await parts.health.unready()).toEqual(['The process is about to end.']);
    expect(await ask(routed, '/quick')).toBe('answered');
    rest.resolve();
    slow!.end('late');
    expect(await answer).toBe('late');
    await until('the routed listener is closed', () => Promise.resolve(!routed.listening));
    expect(await ask(routed, '/quick', port)).toBe('refused');
    await drained;
    expect(internal.listening).toBe(false);
    expect(said).toEqual(['background stops', 'background rests', 'closed']);
  });

  it('answers other services while a request of its own runs on after it has stopped listening', async () => {
    const { parts, routed, internal, rest } = await draining();
    rest.resolve();
    const answer = ask(routed, '/slow');
    await until('a request runs', () => Promise.resolve(slow));
    const drained = drain(parts, { graceMs: 6_000, delayMs: 0 });
    await until('the routed listener is closed', () => Promise.resolve(!routed.listening));
    expect(await ask(internal, '/quick')).toBe('answered');
    slow!.end('late');
    expect(await answer).toBe('late');
    await drained;
    expect(said.at(-1)).toBe('closed');
  }, 30_000);

  it('breaks off what has not ended when the grace period is over, and closes', async () => {
    const { parts, routed, rest } = await draining();
    rest.resolve();
    const answer = ask(routed, '/slow');
    await until('a request runs', () => Promise.resolve(slow));
    const began = performance.now();
    await drain(parts, { graceMs: 400, delayMs: 0 });
    expect(performance.now() - began).toBeGreaterThanOrEqual(400);
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(await answer).toBe('broken');
    expect(said.slice(-2)).toEqual(['The grace period of 400 ms is over: 1 requests are broken off', 'closed']);
  });

  it('does not wait for ever for what does not rest', async () => {
    const { parts } = await draining();
    const began = performance.now();
    await drain(parts, { graceMs: 300, delayMs: 0 });
    expect(performance.now() - began).toBeLessThan(8_000);
    expect(said).toEqual(['background stops', 'closed']);
  }, 20_000);

  it('lets what is in the background write its last when the grace period is over', async () => {
    const { parts, internal, rest } = await draining();
    const drained = drain(parts, { graceMs: 200, delayMs: 0 });
    await until('the grace period is over', () => Promise.resolve(!internal.listening));
    rest.resolve();
    await drained;
    expect(said).toEqual(['background stops', 'background rests', 'closed']);
  }, 20_000);

  it('waits for the rest when something in the background does not stop in order', async () => {
    const { parts, routed, rest } = await draining();
    const failing = { stop: () => Promise.reject(new Error('no database')) };
    const drained = drain({ ...parts, background: [failing, ...parts.background] }, { graceMs: 20_000, delayMs: 0 });
    await until('it is told of', () => Promise.resolve(said.length > 1));
    expect(said).toEqual(['background stops', 'What runs in the background did not stop in order: Error: no database']);
    expect(await ask(routed, '/quick')).toBe('answered');
    rest.resolve();
    await drained;
    expect(said.slice(-2)).toEqual(['background rests', 'closed']);
  }, 30_000);

  it('works as before, but for its readiness, during the delay', async () => {
    const { parts, routed, rest } = await draining();
    rest.resolve();
    const drained = drain(parts, { graceMs: 5_000, delayMs: 300 });
    expect(await parts.health.unready()).toEqual(['The process is about to end.']);
    expect(await ask(routed, '/quick')).toBe('answered');
    expect(said).toEqual([]);
    await drained;
    expect(said.at(-1)).toBe('closed');
  });
});

describe('the times of stopping', () => {
  const read = (environment: Record<string, string>) => {
    const before = { ...process.env };
    Object.assign(process.env, environment);
    try {
      return drainTimes();
    } finally {
      process.env = before;
    }
  };

  it('are half a minute and no delay, unless they are set', () => {
    expect(read({})).toEqual({ graceMs: 30_000, delayMs: 0 });
    expect(read({ HEARTH_GRACE: '5m', HEARTH_DRAIN_DELAY: '5s' })).toEqual({ graceMs: 300_000, delayMs: 5_000 });
    expect(stopLimit({ graceMs: 300_000, delayMs: 5_000 })).toBe(310_000);
  });

  it('are refused in one sentence when they are none', () => {
    expect(() => read({ HEARTH_GRACE: 'soon' })).toThrow(ConfigurationError);
    expect(() => read({ HEARTH_GRACE: '0s' })).toThrow(/^HEARTH_GRACE has an unusable value/);
  });
});

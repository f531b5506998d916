import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { DatabaseProbe } from './database-probe.js';
import { until } from './testing.js';

/** A proxy between a probe and PostgreSQL that can be closed or frozen. */
class Wire {
  frozen = false;
  private readonly sockets = new Set<Socket>();

  private constructor(private readonly server: Server) {}

  static async to({ hostname, port }: URL): Promise<Wire> {
    const server = createServer((socket) => {
      const upstream = connect(Number(port), hostname);
      for (const end of [socket, upstream]) {
        wire.sockets.add(end);
        end.on('error', () => undefined);
        end.on('close', () => wire.cut());
      }
      socket.on('data', (chunk) => wire.frozen || upstream.write(chunk));
      upstream.on('data', (chunk) => wire.frozen || socket.write(chunk));
    });
    const wire = new Wire(server);
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return wire;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get connections(): number {
    return this.sockets.size / 2;
  }

  cut(): void {
    for (const socket of this.sockets) socket.destroy();
    this.sockets.clear();
  }

  async close(): Promise<void> {
    this.server.close();
    this.cut();
    await once(this.server, 'close');
  }
}

describe('a probe of the database', () => {
  let wire: Wire;
  let probe: DatabaseProbe;
  beforeEach(async () => {
    const url = new URL(process.env['HEARTH_TEST_DATABASE_URL']!);
    wire = await Wire.to(url);
    url.port = String(wire.port);
    probe = new DatabaseProbe(url.href, 300);
  });
  afterEach(async () => {
    probe.close();
    await wire.close();
  });

  it('has an answer, on one connection that it keeps', async () => {
    expect(await probe.answers()).toBe(true);
    expect(await probe.answers()).toBe(true);
    expect(wire.connections).toBe(1);
  });

  it('says that a lost database does not answer, and finds it when it is back', async () => {
    expect(await probe.answers()).toBe(true);
    wire.frozen = true;
    const began = performance.now();
    expect(await probe.answers()).toBe(false);
    expect(await probe.answers()).toBe(false);
    expect(performance.now() - began).toBeLessThan(2_000);
    wire.frozen = false;
    expect(await until('it answers again', async () => probe.answers())).toBe(true);
  });

  it('takes a new connection when the old one has broken', async () => {
    expect(await probe.answers()).toBe(true);
    wire.cut();
    expect(await until('it answers again', async () => probe.answers())).toBe(true);
  });

  it('reports a port without a listener', async () => {
    await wire.close();
    expect(await probe.answers()).toBe(false);
    wire = await Wire.to(new URL(process.env['HEARTH_TEST_DATABASE_URL']!));
  });
});

import { once } from 'node:events';
import net from 'node:net';

/** Passes TCP connections on to a local port, until they are swallowed: they stay open, and nothing comes back over them. */
export class SwallowingProxy {
  private readonly open = new Set<[net.Socket, net.Socket]>();

  private constructor(
    private readonly server: net.Server,
    private readonly target: number,
  ) {}

  static async start(port: number, target: number): Promise<SwallowingProxy> {
    const server = net.createServer();
    const proxy = new SwallowingProxy(server, target);
    server.on('connection', (client) => proxy.pass(client));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** From now on the connections that are open now are dead without anybody knowing; new ones are passed on. Returns how many. */
  swallow(): number {
    for (const [client, upstream] of this.open) {
      client.unpipe(upstream).resume();
      upstream.unpipe(client).resume();
    }
    return this.open.size;
  }

  async stop(): Promise<void> {
    for (const sockets of this.open) for (const socket of sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }

  private pass(client: net.Socket): void {
    const upstream = net.connect(this.target, '127.0.0.1');
    const pair: [net.Socket, net.Socket] = [client, upstream];
    this.open.add(pair);
    client.pipe(upstream).pipe(client);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.open.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
  }
}

import { once } from 'node:events';
import net from 'node:net';

/** Forwards TCP connections to another port until they are swallowed: they stay open, but nothing arrives any more. */
export class SwallowingProxy {
  private readonly open = new Set<[net.Socket, net.Socket]>();
  private readonly swallowed = new Set<[net.Socket, net.Socket]>();

  private constructor(
    private readonly server: net.Server,
    private readonly target: { port: number; host: string },
  ) {}

  /** @param port 0 for any free one: the proxy's `port` tells which */
  static async start(port: number, targetPort: number, host = '127.0.0.1'): Promise<SwallowingProxy> {
    const server = net.createServer();
    const proxy = new SwallowingProxy(server, { port: targetPort, host });
    server.on('connection', (client) => proxy.pass(client));
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as net.AddressInfo).port;
  }

  /** Makes the open connections dead without closing them; new ones are forwarded. Returns how many. */
  swallow(): number {
    for (const pair of this.open) {
      const [client, upstream] = pair;
      this.swallowed.add(pair);
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
    const upstream = net.connect(this.target);
    const pair: [net.Socket, net.Socket] = [client, upstream];
    this.open.add(pair);
    client.pipe(upstream).pipe(client);
    for (const socket of pair) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        // Nor does either end notice that the other has closed the connection.
        if (this.swallowed.has(pair)) return;
        this.open.delete(pair);
        for (const each of pair) each.destroy();
      });
    }
  }
}

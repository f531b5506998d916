import { once } from 'node:events';
import { get } from 'node:http';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { waitFor } from '@hearth/testing';

const LOOK_MS = 100;
const LOOK_TIMEOUT_MS = 1_000;
const PATIENCE_MS = 20_000;

/** One of the processes behind the balancer. */
export interface Target {
  readonly port: number;
  /** Port on which it reports its readiness. */
  readonly internalPort: number;
}

/**
 * Imitates a load balancer before several gateways: connects each new connection to a ready one, in turn, and keeps it there. It knows only
 * connections and readiness, nothing of the requests.
 */
export class Balancer {
  private readonly ready = new Set<Target>();
  private readonly sockets = new Set<Socket>();
  private readonly looking: NodeJS.Timeout[] = [];
  private turn = 0;

  private constructor(
    private readonly server: Server,
    private readonly targets: readonly Target[],
  ) {
    server.on('connection', (socket) => void this.pass(socket));
  }

  /** Listens once it knows a target that is ready. */
  static async before(targets: readonly Target[]): Promise<Balancer> {
    const balancer = new Balancer(createServer({ allowHalfOpen: true }), targets);
    await Promise.all(targets.map((target) => balancer.look(target)));
    for (const target of targets) balancer.looking.push(setInterval(() => void balancer.look(target), LOOK_MS));
    balancer.server.listen(0, '127.0.0.1');
    await once(balancer.server, 'listening');
    return balancer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): void {
    for (const timer of this.looking) clearInterval(timer);
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  private async look(target: Target): Promise<void> {
    if (await isReady(target)) this.ready.add(target);
    else this.ready.delete(target);
  }

  private async pass(client: Socket): Promise<void> {
    this.hold(client);
    const upstream = await this.reach();
    if (!upstream) return void client.destroy();
    this.hold(upstream);
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
    client.pipe(upstream);
    upstream.pipe(client);
  }

  /** Connects to a target; undefined when none accepts for too long. */
  private async reach(): Promise<Socket | undefined> {
    const found = waitFor('a gateway that takes a connection', () => this.connect(), { timeoutMs: PATIENCE_MS });
    return found.catch(() => undefined);
  }

  /** Skips a target that ended between two checks until a check finds it again. */
  private async connect(): Promise<Socket | undefined> {
    for (let target = this.next(); target; target = this.next()) {
      const socket = await connected(target);
      if (socket) return socket;
      this.ready.delete(target);
    }
    return undefined;
  }

  private next(): Target | undefined {
    const ready = this.targets.filter((target) => this.ready.has(target));
    return ready[this.turn++ % ready.length];
  }

  private hold(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => this.sockets.delete(socket));
  }
}

function isReady({ internalPort }: Target): Promise<boolean> {
  return new Promise((resolve) => {
    const options = { host: '127.0.0.1', port: internalPort, path: '/health/ready', agent: false };
    const asking = get({ ...options, timeout: LOOK_TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    asking.on('timeout', () => asking.destroy());
    asking.on('error', () => resolve(false));
  });
}

function connected({ port }: Target): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    socket.once('connect', () => resolve(socket));
    socket.once('error', () => resolve(undefined));
  });
}

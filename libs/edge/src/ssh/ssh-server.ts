import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { ConfigurationError } from '@hearth/config';
import { OwnListener } from '@hearth/service';
import { Gauge } from 'prom-client';
import ssh2, { type ClientInfo, type Connection } from 'ssh2';
import { EDGE_OPTIONS, type EdgeOptions } from '../edge-options.js';
import { RateLimits } from '../rate-limits.js';
import { RetryLater } from '../retry-later.js';
import { ALGORITHMS } from './algorithms.js';
import { ClientConnection } from './client-connection.js';
import { ConnectionLimits, type CountedConnection } from './connection-limits.js';
import { readHostKeys } from './host-keys.js';
import { KeyAuthentication } from './key-authentication.js';
import { RunCommand } from './run-command.js';
import { SSH_SETTINGS, type SshSettings } from './ssh-settings.js';

/** Longest time in milliseconds that a client may take to sign in. */
const SIGN_IN_MS = 30_000;
const KEEP_ALIVE = { keepaliveInterval: 30_000, keepaliveCountMax: 4 };
const IDENT = 'Hearth';

const connections = new Gauge({ name: 'hearth_ssh_connections', help: 'Open connections over SSH' });

interface Accepted {
  readonly socket: Socket;
  readonly counted: CountedConnection;
  readonly address: string;
  client?: ClientConnection;
}

/** The listener for git over SSH. Its keys identify users; what they may do is decided by repository. */
@Injectable()
export class SshServer extends OwnListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Ssh');
  private readonly limits: ConnectionLimits;
  /** By the client's address and port, as the library names a connection. */
  private readonly accepted = new Map<string, Accepted>();
  private listener: Server | undefined;
  private stopping = false;

  constructor(
    private readonly keyAuthentication: KeyAuthentication,
    private readonly runCommand: RunCommand,
    private readonly rateLimits: RateLimits,
    @Inject(SSH_SETTINGS) private readonly settings: SshSettings | undefined,
    @Inject(EDGE_OPTIONS) private readonly options: EdgeOptions,
  ) {
    super();
    this.limits = new ConnectionLimits(settings ?? { connections: 0, unauthenticated: 0 });
  }

  /** The port that is listened on; undefined where SSH is off. */
  get port(): number | undefined {
    const address = this.listener?.address();
    return typeof address === 'object' ? address?.port : undefined;
  }

  /** @throws ConfigurationError for unusable keys, and an address that cannot be listened on */
  async onApplicationBootstrap(): Promise<void> {
    if (!this.settings) return;
    const { host, port, hostKeysFile } = this.settings;
    const keys = await readHostKeys(hostKeysFile);
    const protocol = new ssh2.Server({
      hostKeys: keys.map(({ text }) => text),
      algorithms: ALGORITHMS,
      ident: IDENT,
      ...KEEP_ALIVE,
    });
    protocol.on('connection', (connection, info) => this.greeted(connection, info));
    const listener = createServer({ noDelay: true, keepAlive: true }, (socket) => {
      this.accept(socket, protocol).catch((error: unknown) => {
        this.fail(error);
        socket.destroy();
      });
    });
    listener.listen(port, host);
    await once(listener, 'listening').catch((error: NodeJS.ErrnoException) => {
      const why = error.code === 'EADDRINUSE' ? 'is taken by another program' : `cannot be listened on (${error.code})`;
      throw new ConfigurationError(`HEARTH_SSH: port ${port} on ${host} ${why}.`);
    });
    this.listener = listener;
    for (const { type, fingerprint } of keys) this.logger.log({ type, fingerprint }, 'host key');
  }

  async stop(deadlineMs: number): Promise<void> {
    this.stopping = true;
    if (!this.listener?.listening) return;
    const closed = new Promise((resolve) => this.listener!.close(resolve));
    for (const { client, socket } of this.accepted.values()) {
      if (client) client.leave();
      else socket.destroy();
    }
    const deadline = new AbortController();
    await Promise.race([closed, delay(deadlineMs, undefined, { signal: deadline.signal, ref: false })]);
    deadline.abort();
  }

  onApplicationShutdown(): void {
    this.listener?.close();
    for (const { socket } of this.accepted.values()) socket.destroy();
  }

  private async accept(socket: Socket, protocol: ssh2.Server): Promise<void> {
    const address = socket.remoteAddress;
    const counted = address === undefined || this.stopping ? null : this.limits.enter(address);
    if (counted === null) return void socket.destroy();
    const key = keyOf(socket.remoteAddress, socket.remotePort);
    connections.inc();
    let hasSignedIn = false;
    const timer = setTimeout(() => socket.destroy(), SIGN_IN_MS).unref();
    const signIn = (): void => {
      hasSignedIn = true;
      clearTimeout(timer);
      counted.signIn();
    };
    this.accepted.set(key, { socket, counted: { ...counted, signIn }, address: address! });
    // Resets and timeouts of the network; the close follows.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      counted.leave();
      this.accepted.delete(key);
      connections.dec();
      if (!hasSignedIn) this.rateLimits.countAnonymousGit(address!).catch((error: unknown) => this.fail(error));
    });
    try {
      await this.rateLimits.countGit(address!);
    } catch (error) {
      if (!(error instanceof RetryLater)) throw error;
      // A line before the version is shown by clients that are asked for details.
      return void socket.end('Too many connections. Retry later.\r\n');
    }
    if (!socket.destroyed) protocol.injectSocket(socket);
  }

  private greeted(connection: Connection, { ip, port }: ClientInfo): void {
    const accepted = this.accepted.get(keyOf(ip, port));
    if (!accepted || this.stopping) return void connection.end();
    const { socket, address, counted } = accepted;
    accepted.client = new ClientConnection(connection, socket, address, {
      keyAuthentication: this.keyAuthentication,
      runCommand: this.runCommand,
      signedIn: () => counted.signIn(),
      log: (error) => this.fail(error),
    });
  }

  private fail(error: unknown): void {
    this.options.log(error, 'ssh');
  }
}

function keyOf(address: string | undefined, port: number | undefined): string {
  return `${address} ${port}`;
}

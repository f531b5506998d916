import type { Server, ServerResponse } from 'node:http';
import net, { type Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

/**
 * Longest time for which an idle connection outlives the listener. Hearth's own clients close theirs after one second, so none of their requests
 * meets a connection that is being closed.
 */
const IDLE_MS = 1_200;
const LOOK_MS = 25;

/** Last known state of a connection. */
interface Activity {
  requests: number;
  bytesRead: number;
  /** Time of its last activity, in milliseconds of `performance.now()`. */
  seenAt: number;
}

/** Tracks the connections and requests of one HTTP server, and closes them without failing any request. */
export class Connections {
  private readonly open = new Map<Socket, Activity>();
  /** The sockets of `open`; with TLS the TCP sockets beneath, also before their handshake. */
  private readonly accepted = new Set<Socket>();
  private readonly running = new Set<ServerResponse>();
  private closing = false;

  /** @param idleMs how long an idle connection is kept once the server no longer listens */
  constructor(
    private readonly server: Server,
    private readonly idleMs = IDLE_MS,
  ) {
    server.on('connection', (socket: Socket) => {
      this.accepted.add(socket);
      socket.once('close', () => this.accepted.delete(socket));
    });
    server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => this.opened(socket));
    server.prependListener('request', (_request, response: ServerResponse) => this.begun(response));
  }

  /** Number of open connections. */
  get count(): number {
    return this.open.size;
  }

  /** Number of requests in progress. */
  get busy(): number {
    return this.running.size;
  }

  /** Settles when every request that runs now has been answered; later ones do not count. */
  async answered(): Promise<void> {
    // Not `once` of node:events: that rejects for a failed response, which is closed all the same.
    const closed = (response: ServerResponse) => new Promise((resolve) => response.once('close', resolve));
    await Promise.all([...this.running].map(closed));
  }

  /**
   * Stops listening and closes each connection after its last response (`connection: close`); requests that arrive on open connections are
   * still answered. Settles when no connection is left, or at the deadline.
   * @param deadline in milliseconds of `performance.now()`
   */
  async drain(deadline: number): Promise<void> {
    // Once around the event loop: connections that wait to be accepted would be reset with the listener.
    await turn();
    this.closing = true;
    // Not http.Server's own close: it ends idle connections at once, and a request may be on its way on any of them.
    if (this.server.listening) net.Server.prototype.close.call(this.server);
    for (const response of this.running) sayClose(response);
    const since = performance.now();
    for (const activity of this.open.values()) activity.seenAt = since;
    while (this.open.size > 0 && performance.now() < deadline) {
      await delay(LOOK_MS);
      this.closeIdle(performance.now());
    }
  }

  /** Destroys the remaining connections. Returns the number of interrupted requests. */
  cut(): number {
    const { size } = this.running;
    for (const socket of this.accepted) socket.destroy();
    return size;
  }

  private opened(socket: Socket): void {
    this.open.set(socket, { requests: 0, bytesRead: 0, seenAt: performance.now() });
    socket.once('close', () => this.open.delete(socket));
  }

  private begun(response: ServerResponse): void {
    const activity = this.open.get(response.req.socket);
    if (this.closing) sayClose(response);
    this.running.add(response);
    if (activity) activity.requests += 1;
    response.once('close', () => {
      this.running.delete(response);
      if (!activity) return;
      activity.requests -= 1;
      activity.seenAt = performance.now();
    });
  }

  /** Closes idle connections. One that has received bytes but no complete request is not idle: a request is being sent. */
  private closeIdle(now: number): void {
    for (const [socket, activity] of this.open) {
      if (activity.requests > 0 || socket.bytesRead !== activity.bytesRead) activity.seenAt = now;
      else if (now - activity.seenAt >= this.idleMs) socket.destroy();
      activity.bytesRead = socket.bytesRead;
    }
  }
}

function sayClose(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('connection', 'close');
}

import type { Server, ServerResponse } from 'node:http';
import net, { type Socket } from 'node:net';
import { setImmediate as turn, setTimeout as delay } from 'node:timers/promises';

/**
 * How long a connection on which nothing happens outlives the listener. Our own clients drop theirs after one second, so none of their
 * requests meets a connection that is being closed.
 */
const IDLE_MS = 2_000;
const LOOK_MS = 25;

/** What a connection was last seen doing. */
interface Activity {
  requests: number;
  bytesRead: number;
  /** When it last did something, in milliseconds of `performance.now()`. */
  seenAt: number;
}

/** The connections of one HTTP server: what runs on them, and how they come to their end without failing anybody. */
export class Connections {
  private readonly open = new Map<Socket, Activity>();
  private readonly running = new Set<ServerResponse>();
  private closing = false;

  /** @param idleMs how long an idle connection is kept once the server no longer listens */
  constructor(
    private readonly server: Server,
    private readonly idleMs = IDLE_MS,
  ) {
    server.on('connection', (socket: Socket) => this.opened(socket));
    server.prependListener('request', (_request, response: ServerResponse) => this.begun(response));
  }

  /** How many are open. */
  get count(): number {
    return this.open.size;
  }

  /** How many requests are being answered. */
  get busy(): number {
    return this.running.size;
  }

  /** Settles when every request that runs now has been answered; those that come meanwhile do not count. */
  async answered(): Promise<void> {
    // Not `once` of node:events: that one fails with an answer that fails, and is closed all the same.
    const closed = (response: ServerResponse) => new Promise((resolve) => response.once('close', resolve));
    await Promise.all([...this.running].map(closed));
  }

  /**
   * Stops listening and closes each connection after its last answer, which says so (`connection: close`); requests that arrive on open
   * connections are answered still. Settles when no connection is left, or at the deadline.
   * @param deadline in milliseconds of `performance.now()`
   */
  async drain(deadline: number): Promise<void> {
    // Once around the event loop: connections that wait to be accepted would be reset with the listener.
    await turn();
    this.closing = true;
    // Not http.Server's own close: that one ends idle connections at once, and a request may be on its way on any of them.
    if (this.server.listening) net.Server.prototype.close.call(this.server);
    for (const response of this.running) sayClose(response);
    const since = performance.now();
    for (const activity of this.open.values()) activity.seenAt = since;
    while (this.open.size > 0 && performance.now() < deadline) {
      await delay(LOOK_MS);
      this.closeIdle(performance.now());
    }
  }

  /** Breaks off what is left. Returns how many requests that hit. */
  cut(): number {
    const { size } = this.running;
    for (const socket of this.open.keys()) socket.destroy();
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

  /** A connection that brings bytes without a request yet is not idle: one is just being sent. */
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

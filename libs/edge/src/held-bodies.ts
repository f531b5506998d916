import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';

/** What git sends in one piece, without asking first whether it may. */
const LARGEST = 1024 * 1024;
const ALL_TOGETHER = 64 * 1024 * 1024;

export type Body = Buffer | IncomingMessage | null;

/** The body of a request as the stream that it is; null where it has none. */
export function bodyOf(request: IncomingMessage): IncomingMessage | null {
  const { 'transfer-encoding': encoding, 'content-length': length } = request.headers;
  return encoding !== undefined || Number(length ?? 0) > 0 ? request : null;
}

/**
 * Bodies of requests that wait in memory until they are answered, so that a request can go on to another process. Larger ones, and those
 * that say no length, are streams that can be sent once; all together they are bounded.
 */
export class HeldBodies {
  private held = 0;

  /**
   * Does something with a request's body: whole where it may be held, else as the stream that it is.
   * @throws when the client breaks off
   */
  async with<T>(request: IncomingMessage, work: (body: Body) => Promise<T>): Promise<T> {
    const length = Number(request.headers['content-length'] ?? Infinity);
    const body = bodyOf(request);
    if (body === null || length > LARGEST || this.held + length > ALL_TOGETHER) return work(body);
    this.held += length;
    try {
      return await work(await buffer(body));
    } finally {
      this.held -= length;
    }
  }
}

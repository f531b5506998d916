import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

/** git sends up to this size at once, without `Expect: 100-continue`. */
const LARGEST = 1024 * 1024;
const ALL_TOGETHER = 64 * 1024 * 1024;

export type Body = Buffer | Readable | null;

/**
 * Returns the body of a request as a stream of its own; null without a body. A service that answers before it has read all of it ends that
 * stream: the client's connection stays open, and the rest of the body is read and dropped.
 */
export function bodyOf(request: IncomingMessage): Readable | null {
  if (!hasBody(request)) return null;
  const body = request.pipe(new PassThrough());
  // The client may disconnect while nothing reads the body yet, or any more: without a listener the error would end the process.
  body.on('error', () => undefined);
  request.once('close', () => request.complete || body.destroy(new Error('the client disconnected')));
  return body;
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Buffers request bodies until they are answered, so that a request can be sent to another process. Larger ones, and those without a
 * length, are streams that can be sent once. The total size of the buffers is bounded.
 */
export class BufferedBodies {
  private held = 0;

  /**
   * Runs work with a request's body: buffered if possible, otherwise as a stream.
   * @throws when the client disconnects
   */
  async with<T>(request: IncomingMessage, work: (body: Body) => Promise<T>): Promise<T> {
    const length = Number(request.headers['content-length'] ?? Infinity);
    if (!hasBody(request) || length > LARGEST || this.held + length > ALL_TOGETHER) return work(bodyOf(request));
    this.held += length;
    try {
      return await work(await buffer(request));
    } finally {
      this.held -= length;
    }
  }
}

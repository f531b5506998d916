import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { MalformedRequest } from './pkt-line.js';

/** The request is larger than the limit for its kind. */
export class RequestTooLarge extends Error {
  override readonly name = 'RequestTooLarge';
}

/**
 * Most bytes of a fetch, and of any compressed request once it is inflated; the limit of git's own server. Clients compress the requests of
 * fetches, but never a large pack, which is compressed already.
 */
export const MAX_REQUEST_BYTES = 10 * 1024 * 1024;

/** Milliseconds that a client may continue to send a body that is discarded. */
const DISCARD_MS = 10_000;

/** Returns whether the request is compressed. Throws MalformedRequest for an encoding that git clients do not use. */
export function isCompressed(contentEncoding: string | undefined): boolean {
  const encoding = contentEncoding?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity') return false;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new MalformedRequest(`unknown content encoding ${encoding}`);
  return true;
}

/** Returns the body of a git request, inflated if it is compressed. Throws as {@link isCompressed}. */
export function plainBody(body: Readable, contentEncoding: string | undefined): Readable {
  // The callback keeps an error of either side from being thrown; the reader gets it from the stream.
  return isCompressed(contentEncoding) ? pipeline(body, createGunzip(), () => undefined) : body;
}

/** Yields the chunks of a source up to a number of bytes; throws RequestTooLarge at the first one beyond. */
export async function* atMost(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new RequestTooLarge(`the request holds more than ${maxBytes} bytes`);
    yield chunk;
  }
}

/** Yields the chunks of a stream, which stays open when the reader stops early: to destroy a request is to close its connection. */
export function chunksOf(body: Readable): AsyncIterable<Buffer> {
  return { [Symbol.asyncIterator]: () => body.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer> };
}

/** Reads the rest of a request and discards it, so that its response arrives. Closes the connection when that takes long. */
export function discard(body: Readable): void {
  body.unpipe();
  body.resume();
  const timer = setTimeout(() => body.destroy(), DISCARD_MS).unref();
  body.once('close', () => clearTimeout(timer));
}

/**
 * Reads chunks until there are more bytes than `mostBytes`, or none are left. `rest` yields the others; null when the beginning is all.
 * @param touch called for each chunk
 */
export async function beginningOf(
  source: AsyncIterable<Buffer>,
  mostBytes: number,
  touch: () => void,
): Promise<{ bytes: Buffer; rest: AsyncIterable<Buffer> | null }> {
  const chunks: Buffer[] = [];
  const iterator = source[Symbol.asyncIterator]();
  for (let length = 0; length <= mostBytes;) {
    const next = await iterator.next();
    if (next.done) return { bytes: Buffer.concat(chunks), rest: null };
    touch();
    chunks.push(next.value);
    length += next.value.length;
  }
  return { bytes: Buffer.concat(chunks), rest: { [Symbol.asyncIterator]: () => iterator } };
}

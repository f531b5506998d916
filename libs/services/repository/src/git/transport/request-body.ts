import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { MalformedRequest } from './pkt-line.js';

/**
 * The body of a git request as git wants it: inflated when it came with `Content-Encoding: gzip`. Throws
 * MalformedRequest for an encoding that git clients do not use.
 */
export function plainBody(body: Readable, contentEncoding: string | undefined): Readable {
  const encoding = contentEncoding?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity') return body;
  if (encoding !== 'gzip' && encoding !== 'x-gzip') throw new MalformedRequest(`unknown content encoding ${encoding}`);
  // The callback keeps an error of either side from being thrown; the reader meets it in the stream it reads.
  return pipeline(body, createGunzip(), () => undefined);
}

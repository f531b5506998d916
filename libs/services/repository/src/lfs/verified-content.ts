import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** The content has another SHA-256 or size than its client says. */
export class WrongContent extends Error {
  override readonly name = 'WrongContent';
}

/**
 * Passes a content on, and fails at its end unless it is the one that was announced.
 * @param oid SHA-256 in hexadecimal digits
 * @param size in bytes
 * @throws WrongContent
 */
export async function* verifiedContent(
  content: Readable,
  { oid, size }: { readonly oid: string; readonly size: number },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let left = size;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    left -= chunk.length;
    if (left < 0) throw new WrongContent();
    hash.update(chunk);
    yield chunk;
  }
  if (left !== 0 || hash.digest('hex') !== oid) throw new WrongContent();
}

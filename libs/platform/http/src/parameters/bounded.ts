import type { Readable } from 'node:stream';
import { BadRequest, EntityTooLarge } from '../refusals.js';

/**
 * The bytes of a request body. The body is left open when the reader stops: destroying it would close the connection before the answer.
 * @param limit in bytes
 * @throws EntityTooLarge at the first byte beyond the limit; BadRequest when the client disconnects
 */
export async function* bounded(body: Readable, limit: number): AsyncGenerator<Buffer> {
  let left = limit;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      left -= chunk.length;
      if (left < 0) throw EntityTooLarge();
      yield chunk;
    }
  } catch (error) {
    throw EntityTooLarge.is(error) ? error : BadRequest();
  }
}

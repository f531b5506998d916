import type { Readable } from 'node:stream';
import { ObjectTooLarge } from './object-store.js';

/** The chunks of a content, counted. */
export class BoundedContent {
  /** Bytes read so far. */
  size = 0;

  constructor(
    private readonly content: Readable,
    private readonly most: number,
  ) {}

  /** @throws ObjectTooLarge at the first byte beyond `most` */
  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for await (const chunk of this.content as AsyncIterable<Buffer>) {
      this.size += chunk.length;
      if (this.size > this.most) throw new ObjectTooLarge(this.most);
      yield chunk;
    }
  }
}

import type { ServerResponse } from 'node:http';
import { TooManyLargeBodies } from '../refusals.js';

/** Most bytes of large bodies that a process holds at the same time. */
export const ALL_TOGETHER = 256 * 1024 * 1024;

/** Limits the memory of all large request bodies in a process together. */
class LargeBodies {
  private reserved = 0;

  /**
   * Reserves memory for a body until its request has been answered.
   * @throws TooManyLargeBodies
   */
  reserve(bytes: number, response: ServerResponse): void {
    if (this.reserved + bytes > ALL_TOGETHER) throw TooManyLargeBodies();
    this.reserved += bytes;
    response.once('close', () => (this.reserved -= bytes));
  }
}

export const largeBodies = new LargeBodies();

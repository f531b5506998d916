import type { Readable } from 'node:stream';

/** Some bytes of an object: from `start` to before `end`. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** An object that is stored. */
export interface StoredObject {
  /** To be read to its end or destroyed. */
  readonly content: Readable;
  /** In bytes; of the whole object, also where only a range of it is read. */
  readonly size: number;
}

/** Stores contents of any size by their names. Each name is written once: an object is never changed. */
export interface ObjectStore {
  /**
   * Stores an object. It is there as a whole, and outlasts a crash, once this has returned, and not at all before.
   * @param most bytes of the content
   * @returns its size in bytes
   * @throws ObjectTooLarge at the first byte beyond `most`; what the content fails with
   */
  put(name: string, content: Readable, most: number): Promise<number>;
  /**
   * Opens an object; undefined where none has the name.
   * @param range to read of it, without what lies beyond its end; the whole object where it is left out
   */
  get(name: string, range?: ByteRange): Promise<StoredObject | undefined>;
  /** Deletes an object, with what is left of one that was never completed; may be repeated. */
  delete(name: string): Promise<void>;
}

/** The content of an object has more bytes than its place may take. */
export class ObjectTooLarge extends Error {
  constructor(most: number) {
    super(`The object has more than ${most} bytes`);
    this.name = 'ObjectTooLarge';
  }
}

/** Words separated by slashes: no name leads out of a folder, or to what is being written. */
const NAME = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*$/;

/** @throws Error */
export function requireName(name: string): void {
  if (!NAME.test(name)) throw new Error('An object has an impossible name');
}

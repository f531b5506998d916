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
  /** Size in bytes of the whole object, also when only a range of it is read. */
  readonly size: number;
}

/** An object in a list. */
export interface ListedObject {
  readonly name: string;
  /** In bytes. */
  readonly size: number;
}

/** Stores contents of any size under their names. Each name is written once: an object is never changed. */
export interface ObjectStore {
  /**
   * Stores an object. Once this has returned, the object is complete and survives a crash; before that it does not exist.
   * @param most bytes of the content
   * @returns its size in bytes
   * @throws ObjectTooLarge at the first byte beyond `most`; errors of the content
   */
  put(name: string, content: Readable, most: number): Promise<number>;
  /**
   * Opens an object; undefined when it does not exist.
   * @param range bytes to read, cut at the object's end; by default the whole object
   */
  get(name: string, range?: ByteRange): Promise<StoredObject | undefined>;
  /** Deletes an object and the parts of one that was never completed; may be repeated. */
  delete(name: string): Promise<void>;
  /** Lists the complete objects below a name, in no order: `packs` lists `packs/1/2`. */
  list(parent: string): AsyncIterable<ListedObject>;
}

/** The content of an object is larger than its caller allows. */
export class ObjectTooLarge extends Error {
  constructor(most: number) {
    super(`The object has more than ${most} bytes`);
    this.name = 'ObjectTooLarge';
  }
}

/** Words separated by slashes: no name refers to a file outside the folder or to an incomplete object. */
const NAME = /^[a-z0-9][a-z0-9-]*(\/[a-z0-9][a-z0-9-]*)*$/;

/** @throws Error */
export function requireName(name: string): void {
  if (!NAME.test(name)) throw new Error('An object has an impossible name');
}

/** Endpoint and credentials of a bucket. */
export interface BucketAccess {
  /** URL of a server that implements the S3 protocol; undefined: Amazon's. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** In the format of `~/.aws/credentials`; undefined: the default credential chain of Amazon's programs. */
  readonly credentialsFile: string | undefined;
}

import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { BatchReply } from '../objects/batch-replies.js';
import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';

/** Bytes that are hashed or compressed without a pause. */
const SLICE = 1024 * 1024;

/** Object to write. */
export interface NewObject {
  readonly id: ObjectId;
  readonly type: Exclude<BatchReply['type'], 'tag'>;
  /** In bytes. */
  readonly size: number;
  /** Produces the content. It is held in memory only while it is needed: to compute the id, and to write it. */
  readonly content: () => Buffer;
}

/** Returns the object with that content; `content` must return the same bytes each time. */
export async function newObject(type: NewObject['type'], content: () => Buffer): Promise<NewObject> {
  const bytes = content();
  const hash = createHash('sha1').update(`${type} ${bytes.length}\0`);
  for (const slice of slicesOf(bytes)) {
    hash.update(slice);
    if (bytes.length > SLICE) await setImmediate();
  }
  return { id: objectIdFromGit(hash.digest('hex')), type, size: bytes.length, content };
}

/** Yields the bytes in pieces of a megabyte. */
export function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

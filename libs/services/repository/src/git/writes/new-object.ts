import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { BatchReply } from '../objects/batch-replies.js';
import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';

/** Bytes that are hashed or compressed without a pause. */
const SLICE = 1024 * 1024;

/** An object that is to be written. */
export interface NewObject {
  readonly id: ObjectId;
  readonly type: Exclude<BatchReply['type'], 'tag'>;
  /** Bytes. */
  readonly size: number;
  /** Makes the content, which is held only while it is needed: for the id, and to be written. */
  readonly content: () => Buffer;
}

/** The object of that content; `content` returns the same bytes each time. */
export async function newObject(type: NewObject['type'], content: () => Buffer): Promise<NewObject> {
  const bytes = content();
  const hash = createHash('sha1').update(`${type} ${bytes.length}\0`);
  for (const slice of slicesOf(bytes)) {
    hash.update(slice);
    if (bytes.length > SLICE) await setImmediate();
  }
  return { id: objectIdFromGit(hash.digest('hex')), type, size: bytes.length, content };
}

/** The bytes in pieces of a megabyte. */
export function* slicesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

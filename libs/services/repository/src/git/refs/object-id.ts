import type { Brand } from './brand.js';

/** The id of an object: 40 lower-case hexadecimal digits, never the zero id. */
export type ObjectId = Brand<string, 'ObjectId'>;

/** Id that git writes for a missing object: the old side of a creation, the new side of a deletion. */
export const ZERO_ID = '0'.repeat(40);

/** Id of the empty tree. Every repository has it, stored or not. Commits without parents are compared with it. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904' as ObjectId;

const FULL_ID = /^[0-9a-f]{40}$/;

/** Parses a full id in either case; returns null for everything else, the zero id included. */
export function parseObjectId(text: string): ObjectId | null {
  const id = text.toLowerCase();
  return FULL_ID.test(id) && id !== ZERO_ID ? (id as ObjectId) : null;
}

/** Like {@link parseObjectId} for git's own output; throws a TypeError for anything but an id. */
export function objectIdFromGit(text: string): ObjectId {
  const id = parseObjectId(text);
  if (id === null) throw new TypeError(`git printed ${JSON.stringify(text)} where an object id was expected`);
  return id;
}

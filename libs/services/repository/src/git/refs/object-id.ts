import type { Brand } from './brand.js';

/** The id of an object: 40 lower-case hexadecimal digits, never the zero id. */
export type ObjectId = Brand<string, 'ObjectId'>;

/** What git writes where there is no object: the old side of a creation, the new side of a deletion. */
export const ZERO_ID = '0'.repeat(40);

/** Every repository has it, stored or not: what a commit without parents is compared with. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904' as ObjectId;

const FULL_ID = /^[0-9a-f]{40}$/;

/** Takes a full id in either case; null for everything else, the zero id included. */
export function parseObjectId(text: string): ObjectId | null {
  const id = text.toLowerCase();
  return FULL_ID.test(id) && id !== ZERO_ID ? (id as ObjectId) : null;
}

/** Like {@link parseObjectId} for what git itself printed; throws a TypeError when that is no id. */
export function objectIdFromGit(text: string): ObjectId {
  const id = parseObjectId(text);
  if (id === null) throw new TypeError(`git printed ${JSON.stringify(text)} where an object id was expected`);
  return id;
}

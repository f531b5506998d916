import { objectIdFromGit, type ObjectId } from '../refs/object-id.js';

export type EntryType = 'tree' | 'blob' | 'commit';

/** One row of a tree object. The name stays in bytes: git does not promise an encoding. */
export interface RawTreeEntry {
  /** Six digits, as `040000`. */
  readonly mode: string;
  readonly name: Buffer;
  readonly id: ObjectId;
}

const ID_BYTES = 20;

/** Walks the bytes of a tree object in git's order; throws a TypeError for a damaged one. */
export function* treeEntries(content: Buffer): Generator<RawTreeEntry> {
  let offset = 0;
  while (offset < content.length) {
    const space = content.indexOf(0x20, offset);
    const nul = content.indexOf(0x00, space + 1);
    const end = nul + 1 + ID_BYTES;
    if (space === -1 || nul === -1 || end > content.length) throw new TypeError('a tree object is cut short');
    yield {
      // Old tools wrote modes with leading zeros or without; git reads both.
      mode: content.toString('latin1', offset, space).padStart(6, '0').slice(-6),
      name: content.subarray(space + 1, nul),
      id: objectIdFromGit(content.toString('hex', nul + 1, end)),
    };
    offset = end;
  }
}

/** Returns the entry with that name; null when there is none. */
export function findEntry(content: Buffer, name: Buffer): RawTreeEntry | null {
  for (const entry of treeEntries(content)) if (entry.name.equals(name)) return entry;
  return null;
}

export function typeOfMode(mode: string): EntryType {
  if (mode === '040000') return 'tree';
  return mode === '160000' ? 'commit' : 'blob';
}

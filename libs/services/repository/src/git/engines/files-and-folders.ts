import { treeEntries, typeOfMode, type RawTreeEntry } from '../objects/tree-object.js';
import type { ObjectId } from '../refs/object-id.js';

/**
 * Returns whether a name is a file in one tree and a folder in the other, at the same place. Only then can a merge of both end with a file in
 * the way of a folder.
 * @param read returns the bytes of a tree
 */
export async function differInKind(
  read: (tree: ObjectId) => Promise<Buffer>,
  ours: ObjectId,
  theirs: ObjectId,
): Promise<boolean> {
  if (ours === theirs) return false;
  const [left, right] = await Promise.all([ours, theirs].map(async (tree) => byName(await read(tree))));
  const both = [...left!].flatMap(([name, entry]) => {
    const other = right!.get(name);
    return other ? [[entry, other] as const] : [];
  });
  if (both.some(([one, other]) => isFolder(one) !== isFolder(other))) return true;
  const folders = both.filter(([one]) => isFolder(one));
  const below = await Promise.all(folders.map(([one, other]) => differInKind(read, one.id, other.id)));
  return below.includes(true);
}

/** Returns whether one of these paths of files is a folder of another one. */
export function hasFileAsFolder(paths: readonly string[]): boolean {
  const files = new Set(paths);
  return paths.some((path) => {
    for (let end = path.indexOf('/'); end !== -1; end = path.indexOf('/', end + 1)) {
      if (files.has(path.slice(0, end))) return true;
    }
    return false;
  });
}

const isFolder = ({ mode }: RawTreeEntry): boolean => typeOfMode(mode) === 'tree';

function byName(content: Buffer): Map<string, RawTreeEntry> {
  return new Map([...treeEntries(content)].map((entry) => [entry.name.toString('latin1'), entry]));
}

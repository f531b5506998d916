import type { ObjectId } from '../refs/object-id.js';
import type { RefName } from '../refs/ref-name.js';
import type { RefMove } from '../writes/update-ref-process.js';
import { DIVERGED_REFS, isExpired } from '../repositories/diverged-refs.js';

type RefTips = ReadonlyMap<RefName, ObjectId>;

/**
 * Returns the moves that make the refs of a copy those of its origin. Each list is one transaction of git; there are two only where a deleted ref
 * is in the way of a new one (`a` and `a/b`), which git refuses to replace in one. What was set aside in the copy stays until it has expired.
 * @param more refs to create in addition
 */
export function copyMoves(local: RefTips, origin: RefTips, now: Date, more: RefTips = new Map()): RefMove[][] {
  const wanted = new Map([...origin, ...more].filter(([ref]) => !isExpired(ref, now)));
  for (const [ref, tip] of local)
    if (ref.startsWith(DIVERGED_REFS) && !wanted.has(ref) && !isExpired(ref, now)) wanted.set(ref, tip);
  const deleted: RefMove[] = [...local]
    .filter(([ref]) => !wanted.has(ref))
    .map(([ref, tip]) => ({ ref, from: tip, to: null }));
  const moved: RefMove[] = [...wanted]
    .filter(([ref, tip]) => local.get(ref) !== tip)
    .map(([ref, tip]) => ({ ref, from: local.get(ref) ?? null, to: tip }));
  const created = moved.filter(({ from }) => from === null).map(({ ref }) => ref);
  const inTheWay = deletedInTheWay(
    deleted.map(({ ref }) => ref),
    created,
  );
  const first = deleted.filter(({ ref }) => inTheWay.has(ref));
  const rest = [...deleted.filter(({ ref }) => !inTheWay.has(ref)), ...moved];
  return [first, rest].filter((moves) => moves.length > 0);
}

/** Returns the refs whose files would be folders of the new ones, or the other way round. */
function deletedInTheWay(deleted: readonly RefName[], created: readonly RefName[]): Set<string> {
  const names = new Set<string>(created);
  const folders = new Set(created.flatMap(foldersOf));
  return new Set(deleted.filter((ref) => folders.has(ref) || foldersOf(ref).some((folder) => names.has(folder))));
}

function foldersOf(ref: string): string[] {
  const parts = ref.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

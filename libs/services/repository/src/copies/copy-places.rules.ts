/** A standing copy of a repository. */
export interface PlacedCopy {
  readonly storage: string;
  /** It has every settled change. */
  readonly isComplete: boolean;
}

/** Storages that get a standing copy of a repository, and those that lose theirs. */
export interface CopyChanges {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

/** Most standing copies that a repository on `primary` can have: one on each other open storage at most. */
export function possibleCopies(primary: string, open: readonly string[]): number {
  return open.filter((name) => name !== primary).length;
}

/**
 * Decides where the standing copies of a repository are to be. Those on open storages stay where they are. New ones go to the other storages in
 * turn, by the project's id, so that those of a lost storage are spread over all others. No copy is removed until those that are kept have every
 * change: it may be the only complete one.
 * @param standing in the order in which they are kept
 * @param count standing copies to have, beside the repository itself
 */
export function copyChanges(
  repository: { readonly projectId: number; readonly storage: string },
  standing: readonly PlacedCopy[],
  open: readonly string[],
  count: number,
): CopyChanges {
  const possible = open.filter((name) => name !== repository.storage);
  const kept = standing.filter(({ storage }) => possible.includes(storage)).slice(0, count);
  const free = possible.filter((name) => !kept.some(({ storage }) => storage === name));
  const first = free.length > 0 ? repository.projectId % free.length : 0;
  const inTurn = [...free.slice(first), ...free.slice(0, first)];
  const add = inTurn.slice(0, count - kept.length);
  const canLeave = add.length === 0 && kept.every(({ isComplete }) => isComplete);
  return {
    add,
    remove: canLeave ? standing.filter((copy) => !kept.includes(copy)).map(({ storage }) => storage) : [],
  };
}

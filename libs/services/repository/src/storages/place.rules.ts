/** A storage of the system, as the choice for a new repository sees it. */
export interface Place {
  readonly storage: string;
  /** Closed to new repositories, by the setting or by an admin. */
  readonly isClosed: boolean;
  /** Its owner has renewed its lease. */
  readonly isServed: boolean;
  readonly isInMaintenance: boolean;
  readonly weight: number;
  /** Bytes that writes may still take; 0 when its disk is too full. */
  readonly roomBytes: number;
  /** Fetches and pushes of clients that run in its process. */
  readonly gits: number;
}

/** With so many running gits a storage gets half as many new repositories. */
const BUSY = 10;
/** The fractional part of the golden ratio: its multiples modulo 1 are spread evenly however many are taken, so that a burst of new projects is too. */
const GOLDEN = 0.6180339887498949;

/** Returns whether the storage takes new repositories: it is open and served, not in maintenance, and has room. */
export function isUsable({ isClosed, isServed, isInMaintenance, roomBytes }: Place): boolean {
  return !isClosed && isServed && !isInMaintenance && roomBytes > 0;
}

/** Returns the share of new repositories that a storage gets, relative to those of others. */
export function shareOf({ weight, roomBytes, gits }: Place): number {
  return (weight * roomBytes) / (1 + gits / BUSY);
}

/**
 * Chooses the storage for a new repository by {@link shareOf} among the usable ones; the same one for the same project and places. Where none is
 * usable, any that is open and served, then any that is open, then any at all: a project that exists has a place.
 * @param places at least one
 */
export function placeFor(projectId: number, places: readonly Place[]): string {
  const usable = places.filter(isUsable);
  if (usable.length > 0) return inTurn(projectId, usable, shareOf);
  const open = places.filter(({ isClosed }) => !isClosed);
  const served = open.filter(({ isServed }) => isServed);
  const left = [served, open, places].find((some) => some.length > 0)!;
  return inTurn(projectId, left, ({ weight }) => weight);
}

/**
 * Chooses the storage for a fork: that of its source, whose files it shares there, unless that one takes nothing new while another does.
 * @param source the storage of the fork's source
 */
export function placeForFork(projectId: number, source: string, places: readonly Place[]): string {
  const usable = places.filter(isUsable);
  if (usable.length === 0 || usable.some(({ storage }) => storage === source)) return source;
  return placeFor(projectId, usable);
}

function inTurn(projectId: number, places: readonly Place[], share: (place: Place) => number): string {
  const shares = places.map(share);
  const total = shares.reduce((sum, each) => sum + each, 0);
  let left = ((projectId * GOLDEN) % 1) * total;
  return places.find((_, index) => (left -= shares[index]!) < 0)?.storage ?? places.at(-1)!.storage;
}

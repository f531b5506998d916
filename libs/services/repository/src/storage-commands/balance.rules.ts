/** A storage and how full it is. */
export interface Filling {
  readonly storage: string;
  readonly weight: number;
  /** Size of its repositories; those that are being moved count at their destination. */
  readonly usedBytes: number;
  /** Bytes that writes may still take. */
  readonly roomBytes: number;
}

/** A possible move from one storage to another. */
export interface Shift {
  readonly source: string;
  readonly destination: string;
  /** Size of the largest repository that brings both nearer to their share. */
  readonly mostBytes: number;
}

/** A storage is as full as it should be within this part of its share. */
const TOLERANCE = 0.02;
const SMALLEST_BYTES = 1024 * 1024;
/** A balance leaves this part of the room of each storage. */
const KEPT_ROOM = 0.2;

/**
 * Returns the moves that make storages evenly used by bytes, relative to their weights: from those above their share to those below, the largest
 * first. None when they are even.
 */
export function shifts(fillings: readonly Filling[]): Shift[] {
  const used = fillings.reduce((sum, { usedBytes }) => sum + usedBytes, 0);
  const weights = fillings.reduce((sum, { weight }) => sum + weight, 0);
  const above = fillings.map((filling) => ({
    ...filling,
    bytes: filling.usedBytes - (used * filling.weight) / weights,
  }));
  const smallest = Math.max(SMALLEST_BYTES, (TOLERANCE * used) / Math.max(1, fillings.length));
  const pairs = above.flatMap((source) =>
    above.map((destination) => {
      const taken = Math.min(-destination.bytes, destination.roomBytes * (1 - KEPT_ROOM));
      const mostBytes = Math.floor(Math.min(source.bytes, taken));
      return { source: source.storage, destination: destination.storage, mostBytes };
    }),
  );
  return pairs.filter(({ mostBytes }) => mostBytes >= smallest).sort((a, b) => b.mostBytes - a.mostBytes);
}

/** Returns the storages after a repository was moved. */
export function afterMove(
  fillings: readonly Filling[],
  { source, destination }: Pick<Shift, 'source' | 'destination'>,
  bytes: number,
): Filling[] {
  return fillings.map((filling) => {
    const change = filling.storage === source ? -bytes : filling.storage === destination ? bytes : 0;
    return { ...filling, usedBytes: filling.usedBytes + change, roomBytes: filling.roomBytes - change };
  });
}

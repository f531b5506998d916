/** What a file system has, in bytes. */
export interface Space {
  /** For this process; what is reserved for the superuser does not count. */
  readonly free: number;
  readonly total: number;
}

const GiB = 1024 ** 3;

/** What stays free for the database, logs and upkeep: a gibibyte, or a fiftieth of a larger disk than 50 GiB. */
export function reserveOf({ total }: Space): number {
  return Math.max(GiB, total / 50);
}

/** Bytes that writes may still take; 0 where they are refused. */
export function roomIn(space: Space): number {
  return Math.max(0, Math.floor(space.free - reserveOf(space)));
}

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

/** Names a storage whose disk is too full for pushes, or will be soon; undefined with enough space. */
export function spaceProblem(storage: string, space: Space): string | undefined {
  const reserve = reserveOf(space);
  if (space.free > 2 * reserve) return undefined;
  const state = roomIn(space) === 0 ? 'too full for pushes' : 'nearly full';
  const [free, needed] = [space.free, reserve].map((bytes) => `${(bytes / GiB).toFixed(1)} GiB`);
  return `The disk of the storage ${storage} is ${state}: ${free} are free, and pushes need ${needed}.`;
}

/** Bytes that writes may still take; 0 where they are refused. */
export function roomIn(space: Space): number {
  return Math.max(0, Math.floor(space.free - reserveOf(space)));
}

import { statfs } from 'node:fs/promises';

/** Capacity of a file system, in bytes. */
export interface Space {
  /** Available to this process; the superuser's reserve does not count. */
  readonly free: number;
  readonly total: number;
}

const GiB = 1024 ** 3;

/** Reads the space of a folder's file system. */
export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** Returns the space that stays free for the database, logs and maintenance: a gibibyte, or a fiftieth of a disk larger than 50 GiB. */
export function reserveOf({ total }: Pick<Space, 'total'>): number {
  return Math.max(GiB, total / 50);
}

/** Whether a disk is full enough for a warning: less than twice the reserve is free. */
export function isNearlyFull(space: Space): boolean {
  return space.free <= 2 * reserveOf(space);
}

/** Formats a number of bytes for people. */
export function inGibibytes(bytes: number): string {
  return `${(bytes / GiB).toFixed(1)} GiB`;
}

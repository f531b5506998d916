import { statfs } from 'node:fs/promises';

/** What a file system has, in bytes. */
export interface Space {
  /** For this process; what is reserved for the superuser does not count. */
  readonly free: number;
  readonly total: number;
}

const GiB = 1024 ** 3;

/** Asks the file system of a folder. */
export async function spaceOf(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}

/** What stays free for the database, logs and upkeep: a gibibyte, or a fiftieth of a larger disk than 50 GiB. */
export function reserveOf({ total }: Pick<Space, 'total'>): number {
  return Math.max(GiB, total / 50);
}

/** Whether a disk has so little left that people are to know: twice what stays free. */
export function isNearlyFull(space: Space): boolean {
  return space.free <= 2 * reserveOf(space);
}

/** A number of bytes for people. */
export function inGibibytes(bytes: number): string {
  return `${(bytes / GiB).toFixed(1)} GiB`;
}

import { statfs } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import type { RepositoryPath } from '../git/refs/paths.js';
import { StorageFull } from '../refusals.js';
import { roomIn, type Space } from './free-space.rules.js';

/** The room that is left on the file systems of repositories. A full disk would break off writes half-way, and the database's too. */
@Injectable()
export class FreeSpace {
  /** Bytes that a write to the repository may still take; 0 where it is to be refused. */
  async roomFor(repository: RepositoryPath): Promise<number> {
    return roomIn(await this.spaceOf(repository));
  }

  /** To be called before objects are written. @throws StorageFull */
  async require(repository: RepositoryPath): Promise<void> {
    if ((await this.roomFor(repository)) === 0) throw StorageFull();
  }

  /** Asks the file system; specs answer in its place. */
  async spaceOf(folder: string): Promise<Space> {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: bavail * bsize, total: blocks * bsize };
  }
}

import { Injectable } from '@nestjs/common';
import { spaceOf, type Space } from '@hearth/service';
import type { RepositoryPath } from '../git/refs/paths.js';
import { StorageFull } from '../refusals.js';
import { roomIn } from './room.js';

/** Free space on the file systems of repositories. A full disk would interrupt writes, including those of the database. */
@Injectable()
export class FreeSpace {
  /** Returns the bytes that writes to the repository may still take; 0 when writes are refused. */
  async roomFor(repository: RepositoryPath): Promise<number> {
    return roomIn(await this.spaceOf(repository));
  }

  /** Must be called before objects are written. @throws StorageFull */
  async require(repository: RepositoryPath): Promise<void> {
    if ((await this.roomFor(repository)) === 0) throw StorageFull();
  }

  /** Reads the free space from the file system; specs replace this method. */
  spaceOf(folder: string): Promise<Space> {
    return spaceOf(folder);
  }
}

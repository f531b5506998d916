import { Injectable } from '@nestjs/common';
import { spaceOf, type Space } from '@hearth/service';
import type { RepositoryPath } from '../git/refs/paths.js';
import { StorageFull } from '../refusals.js';
import { roomIn } from './room.js';

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
  spaceOf(folder: string): Promise<Space> {
    return spaceOf(folder);
  }
}

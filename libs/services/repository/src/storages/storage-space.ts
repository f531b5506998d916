import { Injectable } from '@nestjs/common';
import { HealthWarning } from '@hearth/service';
import { FreeSpace } from './free-space.js';
import { spaceProblem } from './room.js';
import { Storages } from './storages.js';

/** Health check: whether the disks of this process's storages have enough space for pushes. With less, stored data is still served. */
@Injectable()
export class StorageSpace extends HealthWarning {
  readonly subject: string;

  constructor(
    private readonly storages: Storages,
    private readonly freeSpace: FreeSpace,
  ) {
    super();
    this.subject = `The disk of a storage (${storages.own.join(', ')})`;
  }

  async problem(): Promise<string | undefined> {
    const folders = [...this.storages.folders];
    const spaces = await Promise.all(folders.map(([, folder]) => this.freeSpace.spaceOf(folder)));
    return folders.map(([name], n) => spaceProblem(name, spaces[n]!)).find((problem) => problem !== undefined);
  }
}

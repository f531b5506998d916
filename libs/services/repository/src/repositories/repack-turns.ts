import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { RepositoryPath } from '../git/refs/paths.js';
import { SERVED_MS } from '../storages/storage-owners.store.js';
import { RepacksStore } from './repacks.store.js';
import { RunningRepacks } from './running-repacks.js';

/** The files of a repository on a storage of this process. */
export interface FilesOfRepository {
  readonly projectId: ProjectId;
  readonly storage: string;
  readonly path: RepositoryPath;
}

/** Lets the storages with a repository and its copies repack it one after the other, the busiest last, so that reads have another place to go. */
@Injectable()
export class RepackTurns {
  constructor(
    private readonly db: Database,
    private readonly repacksStore: RepacksStore,
    private readonly runningRepacks: RunningRepacks,
  ) {}

  /**
   * Runs the repack of a repository or a copy.
   * @param yields leaves it to other storages while this one is the busiest
   * @returns null, without a run, while it is another storage's turn
   */
  async during<T>(
    { projectId, storage, path }: FilesOfRepository,
    yields: boolean,
    repack: () => Promise<T>,
  ): Promise<T | null> {
    const options = { yields, servedMs: SERVED_MS };
    const epoch = await this.db.tx((tx) => this.repacksStore.claim(tx, projectId, storage, options));
    if (epoch === null) return null;
    try {
      return await this.runningRepacks.during(path, repack);
    } finally {
      await this.db.tx((tx) => this.repacksStore.release(tx, projectId, storage, epoch));
    }
  }
}

import { Injectable } from '@nestjs/common';
import { REPACKING_HEADER } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { currentOrigin } from '@hearth/telemetry';
import type { RepositoryPath } from '../git/refs/paths.js';
import { StorageLeases } from '../storages/storage-leases.js';
import { SERVED_MS } from '../storages/storage-owners.store.js';
import { RepacksStore } from './repacks.store.js';

/** The files of a repository on a storage of this process. */
export interface FilesOfRepository {
  readonly projectId: ProjectId;
  readonly storage: string;
  readonly path: RepositoryPath;
}

/** Lets the storages with a repository and its copies repack it one after the other, the busiest last, so that reads have another place to go. */
@Injectable()
export class RepackTurns {
  private readonly running = new Set<RepositoryPath>();

  constructor(
    private readonly db: Database,
    private readonly repacksStore: RepacksStore,
    private readonly leases: StorageLeases,
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
    const epoch = this.leases.epochOf(storage);
    if (epoch === undefined) return null;
    const place = { projectId, storage, epoch };
    const options = { yields, servedMs: SERVED_MS };
    if (!(await this.db.tx((tx) => this.repacksStore.claim(tx, place, options)))) return null;
    this.running.add(path);
    try {
      return await repack();
    } finally {
      this.running.delete(path);
      await this.db.tx((tx) => this.repacksStore.release(tx, place));
    }
  }

  /** Notes in the answer to the running request that its files are being repacked, so that gateways ask other storages next. */
  noteRead(path: RepositoryPath): void {
    const response = currentOrigin()?.request?.response;
    if (response && !response.headersSent && this.running.has(path)) response.setHeader(REPACKING_HEADER, 'true');
  }
}

import { Injectable } from '@nestjs/common';
import { WrongStorage, type ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { currentOrigin } from '@hearth/telemetry';
import { noteCopyRead, noteSentBack, primaryOfRead } from '../copies/copy-reads.js';
import { repositoryExists } from '../git/repositories/exists.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { StorageLost } from '../refusals.js';
import { StorageLeases } from '../storages/storage-leases.js';
import { Storages } from '../storages/storages.js';
import { TakeOverAfter } from '../storages/take-over-after.js';
import { RepositoriesStore, type ReadableRepository, type RepositoryRecord } from './repositories.store.js';
import { RunningRepacks } from './running-repacks.js';

/** Folder in which this process reads a repository. */
export interface ReadPlace {
  readonly projectId: ProjectId;
  readonly path: RepositoryPath;
  /** False before the folder is created. */
  readonly isMade: boolean;
  /** For a copy: the storage of the repository itself, which may have objects that no ref reaches. Absent while it cannot be asked. */
  readonly primary?: string;
}

/** Finds the repository of a project for reads. */
@Injectable()
export class RepositoryFacts {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly storages: Storages,
    private readonly leases: StorageLeases,
    private readonly after: TakeOverAfter,
    private readonly runningRepacks: RunningRepacks,
  ) {}

  /**
   * Returns the folder of a project that is visible to the caller; null before it is created, which reads as an empty repository.
   * @throws WrongStorage when another process owns the storage; ProjectNotFound when the project was deleted in the meantime; StorageLost when its
   * files are gone, which would read as an empty repository
   */
  async path(projectId: ProjectId): Promise<RepositoryPath | null> {
    const record = await this.repositoriesStore.find(this.db, projectId);
    if (record?.deleted) throw ProjectNotFound();
    return record && this.existing(record);
  }

  /** Like {@link path}, or the folder of a copy when a request that only reads is being answered. */
  async readable(projectId: ProjectId): Promise<RepositoryPath | null> {
    const method = currentOrigin()?.request?.method;
    if (method !== 'GET' && method !== 'HEAD') return this.path(projectId);
    return (await this.place(projectId))?.path ?? null;
  }

  /**
   * Returns where the repository can be read in this process: itself, or a copy that has every change which was acknowledged before; null before it is
   * placed. Without its owner, the copy with the most changes is read, and the answer gets a header that says so.
   * @throws WrongStorage when another process has to answer; ProjectNotFound when the project was deleted in the meantime; StorageLost
   */
  async place(projectId: ProjectId): Promise<ReadPlace | null> {
    const { epochs } = this.leases;
    const silentMs = this.leases.isSteadyFor(this.after.ms) ? this.after.ms : null;
    const record = await this.repositoriesStore.findReadable(this.db, projectId, { epochs, silentMs });
    if (record?.deleted) throw ProjectNotFound();
    if (!record) return null;
    const copy = await this.copyOf(record);
    const place = copy ?? { projectId, path: await this.ownPath(record), isMade: record.made };
    this.runningRepacks.noteRead(place.path);
    return place;
  }

  /** Must be called before an answer that something is not there, if that is no 404. @throws WrongStorage when a copy is read */
  requireComplete(): void {
    const primary = primaryOfRead();
    if (primary !== undefined) throw new WrongStorage(primary);
  }

  private async copyOf({ projectId, storage, made, copy }: ReadableRepository): Promise<ReadPlace | null> {
    if (!made || !copy?.isReadable) return null;
    const path = this.storages.pathOf(copy.storage, projectId);
    // The lease of a storage whose files are gone ends some seconds later.
    if (!(await repositoryExists(path))) return null;
    const primary = copy.isComplete && !this.storages.owns(storage) ? storage : undefined;
    noteCopyRead(copy, primary);
    return { projectId, path, isMade: true, ...(primary !== undefined && { primary }) };
  }

  private async ownPath(record: ReadableRepository): Promise<RepositoryPath> {
    if (record.copy && !this.storages.owns(record.storage)) noteSentBack(record.copy.storage);
    return this.existing(record);
  }

  private async existing({ projectId, storage, made }: RepositoryRecord): Promise<RepositoryPath> {
    const path = this.storages.pathOf(storage, projectId);
    if (!made || (await repositoryExists(path))) return path;
    // A project that was deleted a moment ago has no files either.
    const record = await this.repositoriesStore.find(this.db, projectId);
    throw record?.deleted ? ProjectNotFound() : StorageLost();
  }
}

import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { RepositoryBusy, StorageLost } from '../refusals.js';
import { CopyLocks } from '../copies/copy-locks.js';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseBranchName } from '../git/refs/ref-name.js';
import { Storages } from '../storages/storages.js';
import { PlaceRepository } from './place-repository.js';
import { RepositoriesStore } from './repositories.store.js';
import type { ReadPlace } from './repository.facts.js';
import { WriteLocks } from './write-locks.js';

/** Existing repository on this process's disk. */
export interface RepositoryAt {
  readonly projectId: ProjectId;
  readonly path: RepositoryPath;
}

/** Repository, or a copy of it that is only read. */
export type FoundRepository = RepositoryAt & Pick<ReadPlace, 'primary'>;

/** Branch that HEAD names until the first push. */
export const FIRST_BRANCH = parseBranchName('master')!;

/** First branch in later releases of the API, for requests that only these have. */
export const LATER_FIRST_BRANCH = parseBranchName('main')!;

/** Creates a project's repository on its storage if it is missing. */
@Injectable()
export class EnsureRepository {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly placeRepository: PlaceRepository,
    private readonly storages: Storages,
    private readonly writers: WriteLocks,
    private readonly copyLocks: CopyLocks,
    private readonly git: Git,
  ) {}

  /**
   * Expects that the project exists. Safe to repeat.
   * @throws WrongStorage when another process owns the storage; ProjectNotFound when the project has been deleted; RepositoryBusy for a
   * fork that is not copied yet; StorageLost when its files are gone
   */
  async execute(projectId: ProjectId): Promise<RepositoryAt> {
    const record = await this.placeRepository.execute(projectId);
    if (record.deleted) throw ProjectNotFound();
    const repository = { projectId, path: this.storages.pathOf(record.storage, projectId) };
    if (!record.made && record.forkSourceId !== null) throw RepositoryBusy();
    if (!record.made) await this.writers.during(projectId, () => this.make(repository));
    // A repository is created only once: if its folder is missing later, a volume is missing.
    else if (!(await this.git.repositories.exists(repository.path))) throw StorageLost();
    await this.copyLocks.fetched(repository.path);
    return repository;
  }

  /** Like {@link execute}, before a client changes the repository. @throws StorageInMaintenance too */
  async forChange(projectId: ProjectId): Promise<RepositoryAt> {
    const repository = await this.execute(projectId);
    this.storages.requireWritable(repository.path);
    return repository;
  }

  private async make({ projectId, path }: RepositoryAt): Promise<void> {
    const record = await this.repositoriesStore.find(this.db, projectId);
    // Removing a repository acquires the same lock: a project that is not deleted now stays until this has ended.
    if (!record || record.deleted) throw ProjectNotFound();
    await this.git.repositories.ensure(path, FIRST_BRANCH);
    await this.db.tx((tx) => this.repositoriesStore.markMade(tx, projectId));
  }
}

import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { RepositoryBusy } from '../refusals.js';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { parseBranchName } from '../git/refs/ref-name.js';
import { Storages } from '../storages/storages.js';
import { PlaceRepository } from './place-repository.js';
import { RepositoriesStore } from './repositories.store.js';
import { WriteLocks } from './write-locks.js';

/** A repository that is there, on this process' disk. */
export interface RepositoryAt {
  readonly projectId: ProjectId;
  readonly path: RepositoryPath;
}

/** What HEAD names until the first push. */
export const FIRST_BRANCH = parseBranchName('master')!;

/** Makes a project's repository on its storage, unless it is there. */
@Injectable()
export class EnsureRepository {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly placeRepository: PlaceRepository,
    private readonly storages: Storages,
    private readonly writers: WriteLocks,
    private readonly git: Git,
  ) {}

  /**
   * For a project that was found to exist; may be repeated at any time.
   * @throws WrongStorage when another process has it; ProjectNotFound when the project has been deleted; RepositoryBusy for a
   * fork that is not copied yet
   */
  async execute(projectId: ProjectId): Promise<RepositoryAt> {
    const record = await this.placeRepository.execute(projectId);
    if (record.deleted) throw ProjectNotFound();
    const repository = { projectId, path: this.storages.pathOf(record.storage, projectId) };
    // Made once, it is not made again: a folder that is missing then is a volume that is missing.
    if (!record.made && record.forkSourceId !== null) throw RepositoryBusy();
    if (!record.made) await this.writers.during(projectId, () => this.make(repository));
    return repository;
  }

  private async make({ projectId, path }: RepositoryAt): Promise<void> {
    const record = await this.repositoriesStore.find(this.db, projectId);
    // Removing a repository takes a turn too: what is not deleted now is not removed before this has ended.
    if (!record || record.deleted) throw ProjectNotFound();
    await this.git.repositories.ensure(path, FIRST_BRANCH);
    await this.db.tx((tx) => this.repositoriesStore.markMade(tx, projectId));
  }
}

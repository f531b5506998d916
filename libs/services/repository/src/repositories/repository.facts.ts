import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import type { RepositoryPath } from '../git/refs/paths.js';
import { Storages } from '../storages/storages.js';
import { RepositoriesStore } from './repositories.store.js';

/** Finds the repository of a project for reads. */
@Injectable()
export class RepositoryFacts {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly storages: Storages,
  ) {}

  /**
   * Returns the folder of a project that is visible to the caller; null before it is created, which reads as an empty repository.
   * @throws WrongStorage when another process owns the storage; ProjectNotFound when the project was deleted in the meantime
   */
  async path(projectId: ProjectId): Promise<RepositoryPath | null> {
    const record = await this.repositoriesStore.find(this.db, projectId);
    if (record?.deleted) throw ProjectNotFound();
    return record && this.storages.pathOf(record.storage, projectId);
  }
}

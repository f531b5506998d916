import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import type { RepositoryPath } from '../git/refs/paths.js';
import { Storages } from '../storages/storages.js';
import { RepositoriesStore } from './repositories.store.js';

/** Where a project's repository is read. */
@Injectable()
export class RepositoryFacts {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly storages: Storages,
  ) {}

  /**
   * The folder of a project that the caller was found to see; null where nothing was made yet: that reads as an empty repository.
   * @throws WrongStorage when another process has it; ProjectNotFound when the project has been deleted meanwhile
   */
  async path(projectId: ProjectId): Promise<RepositoryPath | null> {
    const record = await this.repositoriesStore.find(this.db, projectId);
    if (record?.deleted) throw ProjectNotFound();
    return record && this.storages.pathOf(record.storage, projectId);
  }
}

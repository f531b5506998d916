import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { ReadImportSourceQuery } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Storages } from '../storages/storages.js';
import { RepositoriesStore, type RepositoryRecord } from './repositories.store.js';

/** Decides once which storage a project's repository is on. */
@Injectable()
export class PlaceRepository {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly storages: Storages,
    private readonly calls: Calls,
  ) {}

  /**
   * Returns the record of an existing or former project. A repetition returns the same storage. A request for a fork may arrive before the event,
   * so the source of a fork is queried from projects.
   */
  async execute(projectId: ProjectId): Promise<RepositoryRecord> {
    const known = await this.repositoriesStore.find(this.db, projectId);
    if (known) return known;
    const { forkedFromId } = await this.calls.query(ReadImportSourceQuery, { projectId });
    const { open: names } = this.storages;
    return this.db.tx((tx) =>
      forkedFromId === null
        ? this.repositoriesStore.place(tx, projectId, names)
        : this.repositoriesStore.placeFork(tx, projectId, forkedFromId, names),
    );
  }
}

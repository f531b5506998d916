import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { ReadImportSourceQuery } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Storages } from '../storages/storages.js';
import { RepositoriesStore, type RepositoryRecord } from './repositories.store.js';

/** Decides once on which storage a project's repository lives. */
@Injectable()
export class PlaceRepository {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly storages: Storages,
    private readonly calls: Calls,
  ) {}

  /**
   * The record of a project that is known to exist, or to have existed. Repeating it answers the same storage. A request for a fork may come
   * before the event does, so projects is asked what a new project is a fork of.
   */
  async execute(projectId: ProjectId): Promise<RepositoryRecord> {
    const known = await this.repositoriesStore.find(this.db, projectId);
    if (known) return known;
    const { forkedFromId } = await this.calls.query(ReadImportSourceQuery, { projectId });
    const { names } = this.storages;
    return this.db.tx((tx) =>
      forkedFromId === null
        ? this.repositoriesStore.place(tx, projectId, names)
        : this.repositoriesStore.placeFork(tx, projectId, forkedFromId, names),
    );
  }
}

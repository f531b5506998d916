import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Storages } from '../storages/storages.js';
import { RepositoriesStore, type RepositoryRecord } from './repositories.store.js';

/** Decides once on which storage a project's repository lives. */
@Injectable()
export class PlaceRepository {
  constructor(
    private readonly db: Database,
    private readonly store: RepositoriesStore,
    private readonly storages: Storages,
  ) {}

  /** The record of a project that is known to exist, or to have existed. Repeating it answers the same storage. */
  async execute(projectId: ProjectId): Promise<RepositoryRecord> {
    const known = await this.store.find(this.db, projectId);
    return known ?? this.db.tx((tx) => this.store.place(tx, projectId, this.storages.names));
  }
}

import type { EventDataOf } from '@hearth/contract-kit';
import { ImportRequestedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { On, type Reaction } from '@hearth/messaging';
import { ImportRepository } from '../jobs/import-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Storages } from '../storages/storages.js';

/** Copying takes its time, on the storage where the repository is to be. */
@On(ImportRequestedEvent)
export class OnImportRequested implements Reaction<typeof ImportRequestedEvent> {
  constructor(
    private readonly repositoriesStore: RepositoriesStore,
    private readonly storages: Storages,
    private readonly jobs: Jobs,
  ) {}

  async handle({ projectId, userId }: EventDataOf<typeof ImportRequestedEvent>, tx: Tx): Promise<void> {
    const { storage, deleted } = await this.repositoriesStore.place(tx, projectId, this.storages.names);
    if (!deleted) await this.jobs.add(tx, ImportRepository, { projectId, userId }, { storage });
  }
}

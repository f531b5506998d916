import type { EventDataOf } from '@hearth/contract-kit';
import { ForkRequestedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { On, type Reaction } from '@hearth/messaging';
import { ForkRepository } from '../jobs/fork-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Storages } from '../storages/storages.js';

/** Copying is work for the storage of the source, where the fork is to be as well. */
@On(ForkRequestedEvent)
export class OnForkRequested implements Reaction<typeof ForkRequestedEvent> {
  constructor(
    private readonly repositoriesStore: RepositoriesStore,
    private readonly storages: Storages,
    private readonly jobs: Jobs,
  ) {}

  async handle({ projectId, sourceProjectId }: EventDataOf<typeof ForkRequestedEvent>, tx: Tx): Promise<void> {
    const { names } = this.storages;
    const { storage, deleted } = await this.repositoriesStore.placeFork(tx, projectId, sourceProjectId, names);
    if (!deleted) await this.jobs.add(tx, ForkRepository, { projectId }, { storage });
  }
}

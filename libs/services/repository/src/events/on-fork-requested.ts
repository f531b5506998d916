import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ForkRequestedEvent } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { PlaceCopies } from '../copies/place-copies.js';
import { ForkRepositoryJob } from '../jobs.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Storages } from '../storages/storages.js';

/** Copying is work for the storage of the source, where the fork is to be as well. */
@Controller()
export class OnForkRequested {
  constructor(
    private readonly repositoriesStore: RepositoriesStore,
    private readonly placeCopies: PlaceCopies,
    private readonly storages: Storages,
    private readonly jobs: Jobs,
  ) {}

  @On(ForkRequestedEvent)
  async handle(
    { projectId, sourceProjectId }: EventDataOf<typeof ForkRequestedEvent>,
    { tx }: Delivery,
  ): Promise<void> {
    const { open: names } = this.storages;
    const { storage, deleted } = await this.repositoriesStore.placeFork(tx, projectId, sourceProjectId, names);
    if (deleted) return;
    await this.placeCopies.within(tx, { projectId, storage });
    await this.jobs.add(tx, ForkRepositoryJob, { projectId }, { storage });
  }
}

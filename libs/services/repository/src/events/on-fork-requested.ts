import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ForkRequestedEvent } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { PlaceCopies } from '../copies/place-copies.js';
import { ForkRepositoryJob } from '../jobs.js';
import { PlaceRepository } from '../repositories/place-repository.js';

/** Copying is work for the storage where the fork is to be, mostly that of its source. */
@Controller()
export class OnForkRequested {
  constructor(
    private readonly placeRepository: PlaceRepository,
    private readonly placeCopies: PlaceCopies,
    private readonly jobs: Jobs,
  ) {}

  @On(ForkRequestedEvent)
  async handle(
    { projectId, sourceProjectId, branch }: EventDataOf<typeof ForkRequestedEvent>,
    { tx }: Delivery,
  ): Promise<void> {
    const source = { projectId: sourceProjectId, branch };
    const { storage, deleted } = await this.placeRepository.forkWithin(tx, projectId, source);
    if (deleted) return;
    await this.placeCopies.within(tx, { projectId, storage });
    await this.jobs.add(tx, ForkRepositoryJob, { projectId }, { storage });
  }
}

import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ImportRequestedEvent } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { ImportRepositoryJob } from '../jobs.js';
import { PlaceRepository } from '../repositories/place-repository.js';

/** Copying takes its time, on the storage where the repository is to be. */
@Controller()
export class OnImportRequested {
  constructor(
    private readonly placeRepository: PlaceRepository,
    private readonly jobs: Jobs,
  ) {}

  @On(ImportRequestedEvent)
  async handle({ projectId, userId }: EventDataOf<typeof ImportRequestedEvent>, { tx }: Delivery): Promise<void> {
    const { storage, deleted } = await this.placeRepository.within(tx, projectId);
    if (!deleted) await this.jobs.add(tx, ImportRepositoryJob, { projectId, userId }, { storage });
  }
}

import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectCreatedEvent } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, type Delivery } from '@hearth/messaging';
import { PlaceCopies } from '../copies/place-copies.js';
import { MakeRepositoryJob } from '../jobs.js';
import { PlaceRepository } from '../repositories/place-repository.js';

/** A project without a repository is of no use: it is made ahead of the first push. That of a fork is copied when that is asked for. */
@Controller()
export class OnProjectCreated {
  constructor(
    private readonly placeRepository: PlaceRepository,
    private readonly placeCopies: PlaceCopies,
    private readonly jobs: Jobs,
  ) {}

  @On(ProjectCreatedEvent)
  async handle(
    { projectId, defaultBranch, firstCommit, forkedFromId }: EventDataOf<typeof ProjectCreatedEvent>,
    { tx }: Delivery,
  ): Promise<void> {
    if (forkedFromId !== undefined) return;
    const { storage, made, deleted } = await this.placeRepository.within(tx, projectId);
    if (deleted) return;
    await this.placeCopies.within(tx, { projectId, storage });
    // A request that came first has made it, and knows neither the default branch nor the first commit.
    if (made && defaultBranch === undefined && firstCommit === undefined) return;
    await this.jobs.add(tx, MakeRepositoryJob, { projectId, defaultBranch, firstCommit }, { storage });
  }
}

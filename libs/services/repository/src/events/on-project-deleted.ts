import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectDeleted } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { On, type Reaction } from '@hearth/messaging';
import { ClearRepository } from '../jobs/clear-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Storages } from '../storages/storages.js';

/** From here on nothing makes or changes the repository of that id; what there is of it is removed by a job. */
@On(ProjectDeleted)
export class OnProjectDeleted implements Reaction<typeof ProjectDeleted> {
  constructor(
    private readonly repositories: RepositoriesStore,
    private readonly storages: Storages,
    private readonly jobs: Jobs,
  ) {}

  async handle({ projectId }: EventDataOf<typeof ProjectDeleted>, tx: Tx): Promise<void> {
    const { storage } = await this.repositories.bury(tx, projectId, this.storages.names);
    await this.jobs.add(tx, ClearRepository, { projectId }, { storage });
  }
}

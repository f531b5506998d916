import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectCreated } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { On, type Reaction } from '@hearth/messaging';
import { MakeRepository } from '../jobs/make-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Storages } from '../storages/storages.js';

/** A project without a repository is of no use: it is made ahead of the first push. */
@On(ProjectCreated)
export class OnProjectCreated implements Reaction<typeof ProjectCreated> {
  constructor(
    private readonly repositories: RepositoriesStore,
    private readonly storages: Storages,
    private readonly jobs: Jobs,
  ) {}

  async handle({ projectId, defaultBranch }: EventDataOf<typeof ProjectCreated>, tx: Tx): Promise<void> {
    const { storage, made, deleted } = await this.repositories.place(tx, projectId, this.storages.names);
    // A request that came first has made it, and knows nothing of the default branch.
    if (deleted || (made && defaultBranch === undefined)) return;
    await this.jobs.add(tx, MakeRepository, { projectId, defaultBranch }, { storage });
  }
}

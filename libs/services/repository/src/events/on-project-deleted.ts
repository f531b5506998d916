import { Calls } from '@hearth/calls';
import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectDeletedEvent, WhichProjectsExistQuery } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { On, type Reaction } from '@hearth/messaging';
import { ClearRepository } from '../jobs/clear-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Storages } from '../storages/storages.js';

/** Later events of the project wait meanwhile. */
const CONFIRM_MS = 5_000;

/** From here on nothing makes or changes the repository of that id; what there is of it is removed by a job. */
@On(ProjectDeletedEvent)
export class OnProjectDeleted implements Reaction<typeof ProjectDeletedEvent> {
  constructor(
    private readonly repositoriesStore: RepositoriesStore,
    private readonly storages: Storages,
    private readonly jobs: Jobs,
    private readonly calls: Calls,
  ) {}

  async confirm({ projectId }: EventDataOf<typeof ProjectDeletedEvent>): Promise<boolean> {
    const { ids } = await this.calls.query(WhichProjectsExistQuery, { ids: [projectId] }, { timeoutMs: CONFIRM_MS });
    return ids.length === 0;
  }

  async handle({ projectId }: EventDataOf<typeof ProjectDeletedEvent>, tx: Tx): Promise<void> {
    const { storage } = await this.repositoriesStore.bury(tx, projectId, this.storages.names);
    await this.jobs.add(tx, ClearRepository, { projectId }, { storage });
  }
}

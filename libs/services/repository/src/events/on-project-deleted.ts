import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { ProjectDeletedEvent, WhichProjectsExistQuery } from '@hearth/projects-contracts';
import { Jobs } from '@hearth/jobs';
import { On, gone, type Delivery } from '@hearth/messaging';
import { CopiesStore } from '../copies/copies.store.js';
import { ClearRepositoryJob, RemoveCopyJob } from '../jobs.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Storages } from '../storages/storages.js';

/** From here on nothing makes or changes the repository of that id; what there is of it is removed by a job. */
@Controller()
export class OnProjectDeleted {
  constructor(
    private readonly repositoriesStore: RepositoriesStore,
    private readonly copiesStore: CopiesStore,
    private readonly storages: Storages,
    private readonly jobs: Jobs,
  ) {}

  @On(ProjectDeletedEvent, { confirm: gone(WhichProjectsExistQuery, ({ projectId }) => ({ ids: [projectId] })) })
  async handle({ projectId }: EventDataOf<typeof ProjectDeletedEvent>, { tx }: Delivery): Promise<void> {
    const { storage } = await this.repositoriesStore.bury(tx, projectId, this.storages.names[0]!);
    await this.jobs.add(tx, ClearRepositoryJob, { projectId }, { storage });
    for (const other of await this.copiesStore.of(tx, projectId))
      await this.jobs.add(tx, RemoveCopyJob, { projectId, storage: other }, { storage: other });
  }
}

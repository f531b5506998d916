import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { Git } from '../git/git.js';
import { ClearRepositoryJob } from '../jobs.js';
import { Storages } from '../storages/storages.js';
import { RepositoriesStore } from './repositories.store.js';
import { ROWS_AT_ONCE, RepositoryRowsStore } from './repository-rows.store.js';
import { WriteLocks } from './write-locks.js';

/** Removes a deleted project's repository: its folder at once, then its rows. The tombstone stays. */
@Injectable()
export class RemoveRepository {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly repositoryRowsStore: RepositoryRowsStore,
    private readonly storages: Storages,
    private readonly writers: WriteLocks,
    private readonly git: Git,
  ) {}

  /**
   * Does nothing for a project that is not deleted. Safe to repeat.
   * @throws WrongStorage when another process owns the storage; RepositoryBusy while a push is being settled
   */
  @Job(ClearRepositoryJob)
  async execute({ projectId }: JobDataOf<typeof ClearRepositoryJob>, { signal }: Partial<JobRun> = {}): Promise<void> {
    const record = await this.repositoriesStore.find(this.db, projectId);
    if (!record?.deleted) return;
    const path = this.storages.pathOf(record.storage, projectId);
    const trash = this.storages.trashOf(record.storage);
    await this.writers.during(projectId, () => this.git.repositories.trash(path, trash));
    await this.git.repositories.emptyTrash(trash);
    for (const deleteSome of this.repositoryRowsStore.deletions(projectId))
      await this.db.inBatches(ROWS_AT_ONCE, deleteSome, signal);
  }
}

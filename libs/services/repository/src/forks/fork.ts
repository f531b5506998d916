import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { ForkProgressedEvent } from '@hearth/repository-contracts';
import { Database, type Tx } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { Outbox } from '@hearth/messaging';
import { ForkRepositoryJob } from '../jobs.js';
import { CopyPromise } from '../journal/copy-promise.js';
import { Settlement } from '../journal/settlement.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { Storages } from '../storages/storages.js';
import { CloneSource, SourceGone } from './clone-source.js';

/** Creates the repository of a fork: a copy of its source's, on the same storage. */
@Injectable()
export class ForkRepository {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly storages: Storages,
    private readonly writers: WriteLocks,
    private readonly cloneSource: CloneSource,
    private readonly settlement: Settlement,
    private readonly copyPromise: CopyPromise,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Safe to repeat. The repository appears as a whole, recorded together with the events of the fork's end. Until then the write lock keeps
   * every other process from creating or writing it.
   * @throws RepositoryBusy while the source is repacked or is an unfinished copy itself; NoCopyReachable, NotCopied; failures of this process
   */
  @Job(ForkRepositoryJob)
  async execute({ projectId }: JobDataOf<typeof ForkRepositoryJob>): Promise<void> {
    await this.writers.during(projectId, async () => {
      const record = await this.repositoriesStore.find(this.db, projectId);
      if (!record || record.deleted) return;
      const { forkSourceId, forkBranch } = record;
      if (forkSourceId === null) return this.fail(projectId, new SourceGone('project'));
      if (record.made) return;
      await this.db.tx((tx) => this.publish(tx, projectId, 'started'));
      await this.copyPromise.require(this.db, projectId);
      const repository = { projectId, path: this.storages.pathOf(record.storage, projectId) };
      try {
        await this.cloneSource.execute({ projectId: forkSourceId, branch: forkBranch }, repository);
      } catch (error) {
        if (error instanceof SourceGone) return this.fail(projectId, error);
        throw error;
      }
      await this.finish(repository);
    });
  }

  private async finish(repository: RepositoryAt): Promise<void> {
    const { projectId } = repository;
    const sequence = await this.copyPromise.keepUnjournalled(projectId);
    await this.settlement.begin(repository, sequence, async (tx) => {
      await this.repositoriesStore.markMade(tx, projectId);
      await this.publish(tx, projectId, 'finished');
    });
  }

  /** Ends the fork without a copy: the project has an empty repository of its own. */
  private async fail(projectId: ProjectId, { message }: SourceGone): Promise<void> {
    await this.db.tx(async (tx) => {
      await this.repositoriesStore.forgetForkSource(tx, projectId);
      await this.publish(tx, projectId, 'failed', message);
    });
  }

  private publish(tx: Tx, projectId: ProjectId, state: 'started' | 'finished' | 'failed', error: string | null = null) {
    return this.outbox.append(tx, ForkProgressedEvent, { projectId, state, error });
  }
}

import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { MeasureRepositoryJob } from '../jobs.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';

/** Seconds after which a burst of pushes is over, and the commit-graph, which makes counting commits fast, is written. */
const AFTER_SECONDS = 3;

/** Schedules a measurement of a repository, once for all changes until it runs. */
@Injectable()
export class RequestMeasurement {
  constructor(
    private readonly repositoriesStore: RepositoriesStore,
    private readonly jobs: Jobs,
  ) {}

  /** Runs in the transaction of the reaction to a change. */
  async within(tx: Tx, projectId: ProjectId): Promise<void> {
    const record = await this.repositoriesStore.find(tx, projectId);
    if (!record || record.deleted) return;
    const options = { storage: record.storage, singletonKey: String(projectId), startAfterSeconds: AFTER_SECONDS };
    await this.jobs.add(tx, MeasureRepositoryJob, { projectId }, options);
  }
}

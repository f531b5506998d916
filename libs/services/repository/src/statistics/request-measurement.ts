import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { MeasureRepository } from '../jobs/measure-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';

/** By then the burst of pushes is over, and the commit-graph is written by which commits are counted. */
const AFTER_SECONDS = 3;

/** Has a repository measured soon, once for all changes until then. */
@Injectable()
export class RequestMeasurement {
  constructor(
    private readonly repositoriesStore: RepositoriesStore,
    private readonly jobs: Jobs,
  ) {}

  /** As a part of the reaction to what has changed the repository. */
  async within(tx: Tx, projectId: ProjectId): Promise<void> {
    const record = await this.repositoriesStore.find(tx, projectId);
    if (!record || record.deleted) return;
    const options = { storage: record.storage, singletonKey: String(projectId), startAfterSeconds: AFTER_SECONDS };
    await this.jobs.add(tx, MeasureRepository, { projectId }, options);
  }
}

import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { RequestCount } from '../contributors/request-count.js';
import { ForkRepositoryJob } from '../jobs.js';
import { MaintainRepository } from '../repositories/maintain-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { RequestMeasurement } from '../statistics/request-measurement.js';

/** Schedules the work for a repository whose storage has changed, since jobs that were added for the former one may wait there. */
@Injectable()
export class ResumeWork {
  constructor(
    private readonly repositoriesStore: RepositoriesStore,
    private readonly jobs: Jobs,
    private readonly maintainRepository: MaintainRepository,
    private readonly requestMeasurement: RequestMeasurement,
    private readonly requestCount: RequestCount,
  ) {}

  async within(tx: Tx, projectId: ProjectId): Promise<void> {
    await this.maintainRepository.requestWithin(tx, projectId);
    await this.requestMeasurement.within(tx, projectId);
    await this.requestCount.within(tx, projectId);
    await this.resumeFork(tx, projectId);
  }

  private async resumeFork(tx: Tx, projectId: ProjectId): Promise<void> {
    const record = await this.repositoriesStore.find(tx, projectId);
    if (record?.forkSourceId && !record.made)
      await this.jobs.add(tx, ForkRepositoryJob, { projectId }, { storage: record.storage });
  }
}

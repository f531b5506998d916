import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { CountContributorsJob } from '../jobs.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { ContributorsStore } from './contributors.store.js';

/** Seconds after which a burst of pushes is over. */
const AFTER_SECONDS = 3;

/** Schedules a count of new commits in repositories whose contributors were requested before. */
@Injectable()
export class RequestCount {
  constructor(
    private readonly repositoriesStore: RepositoriesStore,
    private readonly contributorsStore: ContributorsStore,
    private readonly jobs: Jobs,
  ) {}

  /** Runs in the transaction of the reaction to a push. */
  async within(tx: Tx, projectId: ProjectId): Promise<void> {
    if ((await this.contributorsStore.tip(tx, projectId)) === undefined) return;
    const record = await this.repositoriesStore.find(tx, projectId);
    if (!record || record.deleted) return;
    const options = { storage: record.storage, singletonKey: String(projectId), startAfterSeconds: AFTER_SECONDS };
    await this.jobs.add(tx, CountContributorsJob, { projectId }, options);
  }
}

import { Injectable } from '@nestjs/common';
import { StatisticsMeasuredEvent } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { Outbox } from '@hearth/messaging';
import { Git } from '../git/git.js';
import type { Branch } from '../git/reads/branches.js';
import { ROOT_PATH, type RepositoryPath } from '../git/refs/paths.js';
import { MeasureRepositoryJob } from '../jobs.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Storages } from '../storages/storages.js';
import { readmeAmong } from './readme.rules.js';
import { StatisticsStore, type Statistics } from './statistics.store.js';

/** Measures a repository and publishes the result. */
@Injectable()
export class MeasureStatistics {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly statisticsStore: StatisticsStore,
    private readonly storages: Storages,
    private readonly outbox: Outbox,
    private readonly git: Git,
  ) {}

  /**
   * Safe to repeat. Runs one at a time for a project, so that the later measurement has the higher number.
   * @throws WrongStorage when another process owns the storage
   */
  @Job(MeasureRepositoryJob)
  async execute({ projectId }: JobDataOf<typeof MeasureRepositoryJob>): Promise<void> {
    const record = await this.repositoriesStore.find(this.db, projectId);
    if (!record?.made || record.deleted) return;
    const measured = await this.measure(this.storages.pathOf(record.storage, projectId));
    await this.db.tx(async (tx) => {
      const sequence = await this.statisticsStore.note(tx, projectId, measured);
      if (sequence !== undefined)
        await this.outbox.append(tx, StatisticsMeasuredEvent, { projectId, sequence, ...measured });
    });
  }

  private async measure(path: RepositoryPath): Promise<Statistics> {
    const name = await this.git.branches.default(path);
    const branch = name && (await this.git.branches.find(path, name));
    const commitCount = branch ? await this.git.history.count(path, branch.tip) : 0;
    const repositorySize = await this.git.repositories.size(path);
    return { commitCount, repositorySize, readme: branch && (await this.readme(path, branch)) };
  }

  private async readme(path: RepositoryPath, { name, tip }: Branch): Promise<Statistics['readme']> {
    const root = await this.git.trees.list(path, tip, ROOT_PATH);
    const files = root.page().filter(({ type }) => type === 'blob');
    return { branch: name, path: readmeAmong(files.map((file) => file.name)) ?? null };
  }
}

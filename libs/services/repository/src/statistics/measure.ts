import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { StatisticsMeasured } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/names/paths.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { Storages } from '../storages/storages.js';
import { StatisticsStore, type Statistics } from './statistics.store.js';

/** Measures a repository and tells the others what it holds. */
@Injectable()
export class MeasureStatistics {
  constructor(
    private readonly db: Database,
    private readonly repositories: RepositoriesStore,
    private readonly statistics: StatisticsStore,
    private readonly storages: Storages,
    private readonly outbox: Outbox,
    private readonly git: Git,
  ) {}

  /**
   * May be repeated at any time; for one project by one after another, so that the later measurement has the later number.
   * @throws WrongStorage when another process has the repository
   */
  async execute(projectId: ProjectId): Promise<void> {
    const record = await this.repositories.find(this.db, projectId);
    if (!record?.made || record.deleted) return;
    const measured = await this.measure(this.storages.pathOf(record.storage, projectId));
    await this.db.tx(async (tx) => {
      const sequence = await this.statistics.note(tx, projectId, measured);
      if (sequence !== undefined)
        await this.outbox.append(tx, StatisticsMeasured, { projectId, sequence, ...measured });
    });
  }

  private async measure(path: RepositoryPath): Promise<Statistics> {
    const name = await this.git.branches.default(path);
    const branch = name && (await this.git.branches.find(path, name));
    const commitCount = branch ? await this.git.history.count(path, branch.tip) : 0;
    return { commitCount, repositorySize: await this.git.repositories.size(path) };
  }
}

import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { Job, Jobs, type JobDataOf, type JobRun } from '@hearth/jobs';
import { HousekeepRepositoryJob } from '../jobs.js';
import { HousekeepingRecent } from '../refusals.js';
import { MaintainRepository } from '../repositories/maintain-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';

/** Minutes after which a user can ask for the upkeep of a repository again: those of GitLab. */
const AGAIN_AFTER_MINUTES = 24 * 60;

/** Packs a repository and removes its unreachable objects, as a job, when a user asks for it. */
@Injectable()
export class HousekeepRepository {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly jobs: Jobs,
    private readonly maintainRepository: MaintainRepository,
  ) {}

  /** @throws HousekeepingRecent, ProjectNotFound */
  execute(projectId: ProjectId): Promise<void> {
    return this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (!record || record.deleted) throw ProjectNotFound();
      const minutes = AGAIN_AFTER_MINUTES;
      if (!(await this.repositoriesStore.noteHousekeeping(tx, projectId, minutes)))
        throw HousekeepingRecent({ minutes });
      const key = { storage: record.storage, singletonKey: String(projectId) };
      await this.jobs.add(tx, HousekeepRepositoryJob, { projectId }, key);
    });
  }

  /** Safe to repeat. @throws WrongStorage, RepositoryBusy */
  @Job(HousekeepRepositoryJob)
  async run(data: JobDataOf<typeof HousekeepRepositoryJob>, run: Pick<JobRun, 'signal'>): Promise<void> {
    await this.maintainRepository.prune(data, run);
  }
}

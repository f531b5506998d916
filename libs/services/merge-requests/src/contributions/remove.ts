import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { RemoveProjectJob, RemoveUserJob } from '../jobs.js';
import { ContributionsStore } from './contributions.store.js';

/** Rows that one transaction changes. */
const AT_ONCE = 1_000;

/** Removes the data of deleted users and projects. */
@Injectable()
export class RemoveContributions {
  constructor(
    private readonly db: Database,
    private readonly contributionsStore: ContributionsStore,
  ) {}

  /** Gives the user's contributions to the ghost, or deletes them. May be repeated at any time. */
  @Job(RemoveUserJob)
  ofUser(
    { userId, ghostId, hardDelete }: JobDataOf<typeof RemoveUserJob>,
    { signal }: Partial<JobRun> = {},
  ): Promise<void> {
    const steps = hardDelete ? ContributionsStore.delete : ContributionsStore.handOver;
    return this.run(steps, userId, signal, ghostId);
  }

  /** Merge requests from the project into others stay. May be repeated at any time. */
  @Job(RemoveProjectJob)
  async ofProject({ projectId }: JobDataOf<typeof RemoveProjectJob>, { signal }: Partial<JobRun> = {}): Promise<void> {
    await this.run(ContributionsStore.project, projectId, signal);
    await this.db.tx((tx) => this.contributionsStore.forgetProject(tx, projectId));
  }

  private async run(
    steps: readonly string[],
    id: number,
    signal: AbortSignal | undefined,
    ghostId?: number,
  ): Promise<void> {
    for (const step of steps) {
      const runSome = (tx: Tx) => this.contributionsStore.run(tx, step, id, AT_ONCE, ghostId);
      await this.db.inBatches(AT_ONCE, runSome, signal);
    }
  }
}

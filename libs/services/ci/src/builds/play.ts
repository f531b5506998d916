import { Injectable } from '@nestjs/common';
import type { PipelineStatus } from '@hearth/ci-contracts';
import type { ProjectId } from '@hearth/contract-kit';
import { AdvancePipeline } from '../pipelines/advance.js';
import { JobUnplayable } from '../refusals.js';
import { isRetryable } from './build-status.rules.js';
import { BuildsStore, type Rerun } from './builds.store.js';
import { dependentsOf, isPlayable } from './stages.rules.js';
import { RerunJob } from './rerun.js';

/** States of a job that has not begun which users may start. */
const WAITING: readonly PipelineStatus[] = ['manual', 'scheduled', 'skipped'];

/** Starts a manual or delayed job, including a skipped one; jobs that were skipped because they need it wait for it. A job that has ended runs again. */
@Injectable()
export class PlayJob {
  constructor(
    private readonly buildsStore: BuildsStore,
    private readonly advancePipeline: AdvancePipeline,
    private readonly rerunJob: RerunJob,
  ) {}

  /**
   * @returns the id of the job to run
   * @throws JobNotFound, JobUnplayable
   */
  execute(projectId: ProjectId, id: number, by: Rerun): Promise<number> {
    return this.advancePipeline.changeJob(projectId, id, async (tx, build) => {
      if (!isPlayable(build.when)) throw JobUnplayable();
      if (isRetryable(build.status)) return this.rerunJob.within(tx, build, by);
      if (!WAITING.includes(build.status)) throw JobUnplayable();
      await this.buildsStore.setUser(tx, id, by.userId);
      const dependents = dependentsOf(await this.buildsStore.staged(tx, build.pipelineId), build.name);
      const skipped = dependents.filter(({ status }) => status === 'skipped');
      await this.buildsStore.move(
        tx,
        skipped.map((each) => each.id),
        'process',
      );
      await this.buildsStore.move(tx, [id], 'enqueue');
      return id;
    });
  }
}

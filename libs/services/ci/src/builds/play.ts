import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { AdvancePipeline } from '../pipelines/advance.js';
import { JobUnplayable } from '../refusals.js';
import { isRetryable } from './build-status.rules.js';
import { BuildsStore, type Rerun } from './builds.store.js';
import { dependentsOf } from './stages.rules.js';
import { RerunJob } from './rerun.js';

/** Starts a manual job, including a skipped one; jobs that were skipped because they need it wait for it. A job that has ended runs again. */
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
    return this.advancePipeline.by(projectId, id, async (tx, build) => {
      if (build.when !== 'manual') throw JobUnplayable();
      if (isRetryable(build.status)) return this.rerunJob.within(tx, build, by);
      if (build.status !== 'manual' && build.status !== 'skipped') throw JobUnplayable();
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

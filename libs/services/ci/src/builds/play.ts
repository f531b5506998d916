import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { AdvancePipeline } from '../pipelines/advance.js';
import { JobUnplayable } from '../refusals.js';
import { isRetryable } from './build-status.rules.js';
import { BuildsStore } from './builds.store.js';
import { HoldBuild } from './hold.js';
import { RetryJob } from './retry.js';

/** Starts a manual job; one that has ended runs again. */
@Injectable()
export class PlayJob {
  constructor(
    private readonly db: Database,
    private readonly buildsStore: BuildsStore,
    private readonly holdBuild: HoldBuild,
    private readonly retryJob: RetryJob,
    private readonly advancePipeline: AdvancePipeline,
  ) {}

  /**
   * @returns the id of the job that is to run
   * @throws JobNotFound, JobUnplayable
   */
  execute(projectId: ProjectId, id: number, userId: number): Promise<number> {
    return this.db.tx(async (tx) => {
      const { pipeline, build } = await this.holdBuild.within(tx, projectId, id);
      if (build.when !== 'manual') throw JobUnplayable();
      if (isRetryable(build.status)) return this.retryJob.within(tx, pipeline, build, userId);
      if (build.status !== 'manual') throw JobUnplayable();
      await this.buildsStore.setUser(tx, id, userId);
      await this.buildsStore.move(tx, [id], 'enqueue');
      await this.advancePipeline.within(tx, pipeline);
      return id;
    });
  }
}

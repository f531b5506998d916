import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job } from '@hearth/jobs';
import type { z } from 'zod';
import { StartDelayedJobsJob } from '../jobs.js';
import { AdvancePipeline } from '../pipelines/advance.js';
import { PipelinesStore } from '../pipelines/pipelines.store.js';
import { BuildsStore } from './builds.store.js';

/** Starts the delayed jobs of a pipeline whose time has come. */
@Injectable()
export class StartDelayedJobs {
  constructor(
    private readonly db: Database,
    private readonly pipelinesStore: PipelinesStore,
    private readonly buildsStore: BuildsStore,
    private readonly advancePipeline: AdvancePipeline,
  ) {}

  /** Safe to repeat. Jobs that were started or canceled in the meantime stay unchanged. */
  @Job(StartDelayedJobsJob)
  execute({ projectId, pipelineId }: z.output<(typeof StartDelayedJobsJob)['data']>): Promise<void> {
    return this.db.tx(async (tx) => {
      const pipeline = await this.pipelinesStore.lock(tx, projectId, pipelineId);
      if (!pipeline) return;
      await this.buildsStore.move(tx, await this.buildsStore.dueDelayed(tx, pipelineId), 'enqueue');
      await this.advancePipeline.within(tx, pipeline);
    });
  }
}

import { Injectable } from '@nestjs/common';
import { Database, eachById } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { CancelChildPipelinesJob } from '../jobs.js';
import { CancelPipeline } from '../pipelines/cancel.js';
import { PipelineNotFound } from '../refusals.js';
import { BridgesStore } from './bridges.store.js';

/** Cancels the child pipelines of a canceled pipeline, which cancels theirs. */
@Injectable()
export class CancelChildPipelines {
  constructor(
    private readonly db: Database,
    private readonly bridgesStore: BridgesStore,
    private readonly cancelPipeline: CancelPipeline,
  ) {}

  /** Safe to repeat. */
  @Job(CancelChildPipelinesJob)
  async execute(
    { projectId, pipelineId }: JobDataOf<typeof CancelChildPipelinesJob>,
    { signal }: Pick<JobRun, 'signal'>,
  ): Promise<void> {
    for await (const { id } of eachById((range) => this.bridgesStore.unfinishedChildren(this.db, pipelineId, range))) {
      signal.throwIfAborted();
      await this.cancelPipeline.execute(projectId, id).catch((error: unknown) => {
        if (!PipelineNotFound.is(error)) throw error;
      });
    }
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { CancelChildPipelinesJob } from '../jobs.js';
import { CancelPipeline } from '../pipelines/cancel.js';
import { PipelineNotFound } from '../refusals.js';
import { BridgesStore } from './bridges.store.js';

/** Pipelines found by one statement. */
const AT_ONCE = 100;

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
    let after = 0;
    for (;;) {
      const some = await this.bridgesStore.unfinishedChildren(this.db, pipelineId, { after, limit: AT_ONCE });
      for (const id of some) {
        signal.throwIfAborted();
        await this.cancelPipeline.execute(projectId, id).catch((error: unknown) => {
          if (!PipelineNotFound.is(error)) throw error;
        });
      }
      if (some.length < AT_ONCE) return;
      after = some.at(-1)!;
    }
  }
}

import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { AdvancePipeline } from '../pipelines/advance.js';
import { JobForbidden } from '../refusals.js';
import { isRetryable } from './build-status.rules.js';
import type { Rerun } from './builds.store.js';
import { RerunJob } from './rerun.js';

/** Retries a job on a user's request. */
@Injectable()
export class RetryJob {
  constructor(
    private readonly advancePipeline: AdvancePipeline,
    private readonly rerunJob: RerunJob,
  ) {}

  /**
   * @returns the id of the new job
   * @throws JobNotFound, JobForbidden
   */
  execute(projectId: ProjectId, id: number, by: Rerun): Promise<number> {
    return this.advancePipeline.changeJob(projectId, id, (tx, build) => {
      if (!isRetryable(build.status)) throw JobForbidden({ reason: 'Job is not retryable' });
      return this.rerunJob.within(tx, build, by);
    });
  }
}

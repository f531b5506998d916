import { Injectable } from '@nestjs/common';
import { Database, eachById } from '@hearth/data';
import { Job, type JobRun } from '@hearth/jobs';
import { SweepStuckBuildsJob } from '../jobs.js';
import { BuildsStore } from './builds.store.js';
import { FinishJob } from './finish.js';

/** Fails jobs whose runner has disappeared, that exceed their time, or that no runner takes. */
@Injectable()
export class FailStuckJobs {
  constructor(
    private readonly db: Database,
    private readonly buildsStore: BuildsStore,
    private readonly finishJob: FinishJob,
  ) {}

  /** Safe to repeat. */
  @Job(SweepStuckBuildsJob)
  async execute(_data = {}, { signal }: Partial<JobRun> = {}): Promise<void> {
    for await (const build of eachById((range) => this.buildsStore.stuck(this.db, range))) {
      signal?.throwIfAborted();
      const isStill = async (tx: Parameters<BuildsStore['stuck']>[0]) =>
        (await this.buildsStore.stuck(tx, { only: build.id })).length > 0;
      await this.finishJob.fail(build, { reason: 'stuck_or_timeout_failure', exitCode: null }, isStill);
    }
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobRun } from '@hearth/jobs';
import { SweepStuckBuildsJob } from '../jobs.js';
import { BuildsStore } from './builds.store.js';
import { FinishJob } from './finish.js';

/** Jobs found by one statement. */
const AT_ONCE = 100;

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
    let after = 0;
    for (;;) {
      const stuck = await this.buildsStore.stuck(this.db, { after, limit: AT_ONCE });
      for (const build of stuck) {
        signal?.throwIfAborted();
        const isStill = async (tx: Parameters<BuildsStore['stuck']>[0]) =>
          (await this.buildsStore.stuck(tx, { only: build.id })).length > 0;
        await this.finishJob.fail(build, { reason: 'stuck_or_timeout_failure', exitCode: null }, isStill);
      }
      if (stuck.length < AT_ONCE) return;
      after = stuck.at(-1)!.id;
    }
  }
}

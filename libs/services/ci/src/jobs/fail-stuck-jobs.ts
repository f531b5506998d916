import { Job, defineJob, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { FailStuckJobs } from '../builds/fail-stuck.js';

/** Ends the jobs of runners that have disappeared. */
export const SweepStuckJobs = defineJob({ name: 'fail-stuck-jobs', data: z.object({}), schedule: '*/5 * * * *' });

@Job(SweepStuckJobs)
export class SweepStuckJobsWorker implements JobWorker<typeof SweepStuckJobs> {
  constructor(private readonly failStuckJobs: FailStuckJobs) {}

  run(_: JobDataOf<typeof SweepStuckJobs>, { signal }: JobRun): Promise<void> {
    return this.failStuckJobs.execute(signal);
  }
}

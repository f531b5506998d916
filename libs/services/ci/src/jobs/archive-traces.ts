import { Job, defineJob, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { ArchiveTraces } from '../traces/archive.js';

/** Moves the traces of jobs that have ended to the object store, and deletes its objects that can no longer be read. */
export const SweepTraces = defineJob({ name: 'archive-traces', data: z.object({}), schedule: '* * * * *' });

@Job(SweepTraces)
export class SweepTracesWorker implements JobWorker<typeof SweepTraces> {
  constructor(private readonly archiveTraces: ArchiveTraces) {}

  run(_: JobDataOf<typeof SweepTraces>, { signal }: JobRun): Promise<void> {
    return this.archiveTraces.execute(signal);
  }
}

import { Job, defineJob, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { RunDueSchedules as RunDue } from '../schedules/run-due.js';

/** Runs the schedules that are due. */
export const RunDueSchedules = defineJob({ name: 'run-due-schedules', data: z.object({}), schedule: '* * * * *' });

@Job(RunDueSchedules)
export class RunDueSchedulesWorker implements JobWorker<typeof RunDueSchedules> {
  constructor(private readonly runDueSchedules: RunDue) {}

  run(_: JobDataOf<typeof RunDueSchedules>, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    return this.runDueSchedules.execute(new Date(), signal);
  }
}

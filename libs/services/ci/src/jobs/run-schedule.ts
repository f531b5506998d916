import { ProjectId } from '@hearth/contract-kit';
import { Job, defineJob, type JobDataOf, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { RunPipelineSchedule } from '../schedules/run.js';

/** Creates the pipeline of a schedule for one of its times. */
export const RunSchedule = defineJob({
  name: 'run-schedule',
  data: z.object({ projectId: ProjectId, scheduleId: z.int(), dueAt: z.iso.datetime() }),
});

@Job(RunSchedule)
export class RunScheduleWorker implements JobWorker<typeof RunSchedule> {
  constructor(private readonly runPipelineSchedule: RunPipelineSchedule) {}

  run({ projectId, scheduleId, dueAt }: JobDataOf<typeof RunSchedule>): Promise<void> {
    return this.runPipelineSchedule.execute(projectId, scheduleId, dueAt);
  }
}

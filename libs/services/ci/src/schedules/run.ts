import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { Job, type JobDataOf } from '@hearth/jobs';
import { RunScheduleJob } from '../jobs.js';
import { RequestPipeline } from '../pipelines/request.js';
import { PipelineInvalid, ScheduleNotFound, VariableInvalid } from '../refusals.js';
import { ScheduleFacts } from './schedule.facts.js';
import { SchedulesStore, type Schedule } from './schedules.store.js';

/** Creates the pipeline of a schedule, in the name of its owner. */
@Injectable()
export class RunPipelineSchedule {
  constructor(
    private readonly db: Database,
    private readonly schedulesStore: SchedulesStore,
    private readonly scheduleFacts: ScheduleFacts,
    private readonly requestPipeline: RequestPipeline,
  ) {}

  /**
   * Safe to repeat: there is one pipeline for each time. A schedule that was deactivated in the meantime creates none. A schedule whose pipeline
   * cannot
   * be created is deactivated.
   */
  @Job(RunScheduleJob)
  async execute({ projectId, scheduleId, dueAt }: JobDataOf<typeof RunScheduleJob>): Promise<void> {
    const schedule = await this.schedulesStore.find(this.db, projectId, scheduleId);
    if (!schedule?.active) return;
    try {
      await this.request(schedule, dueAt);
    } catch (error) {
      // The project was deleted, or an earlier attempt has created the pipeline.
      if (ProjectNotFound.is(error) || ScheduleNotFound.is(error)) return;
      if (!PipelineInvalid.is(error) && !VariableInvalid.is(error)) throw error;
      await this.db.tx((tx) => this.schedulesStore.deactivate(tx, schedule));
    }
  }

  private async request({ id, projectId, ownerId, ref, inputs }: Schedule, dueAt: string): Promise<void> {
    const variables = await this.scheduleFacts.variables(id);
    const requested = { ref, source: 'schedule' as const, variables, inputs, schedule: { id, dueAt } };
    await this.requestPipeline.inNameOf(ownerId, projectId, requested);
  }
}

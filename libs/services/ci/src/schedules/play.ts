import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { RequestPipeline } from '../pipelines/request.js';
import { ScheduleNotFound } from '../refusals.js';
import { ScheduleFacts } from './schedule.facts.js';
import { SchedulesStore } from './schedules.store.js';

/** Creates a pipeline of a schedule at once. Its next time does not change, and it may be inactive. */
@Injectable()
export class PlaySchedule {
  constructor(
    private readonly db: Database,
    private readonly schedulesStore: SchedulesStore,
    private readonly scheduleFacts: ScheduleFacts,
    private readonly requestPipeline: RequestPipeline,
  ) {}

  /**
   * @param userId the caller, in whose name the pipeline runs
   * @throws ScheduleNotFound, PipelineInvalid, VariableInvalid; ProjectNotFound when it was deleted in the meantime
   */
  async execute(access: ProjectAccess, id: number, userId: number): Promise<void> {
    const schedule = await this.schedulesStore.find(this.db, access.project.id, id);
    if (!schedule) throw ScheduleNotFound();
    const variables = await this.scheduleFacts.variables(id);
    const requested = { ref: schedule.ref, source: 'schedule', variables, schedule: { id, dueAt: null } } as const;
    await this.requestPipeline.execute(access, requested, userId);
  }
}

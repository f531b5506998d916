import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { ProjectsStore } from '../pipelines/projects.store.js';
import { ScheduleInvalid } from '../refusals.js';
import { ScheduleLimits } from './schedule-limits.js';
import { nextRun, scheduleErrors } from './schedule.rules.js';
import { SchedulesStore, type Schedule, type ScheduleColumns } from './schedules.store.js';

/** Creates a schedule of pipelines. */
@Injectable()
export class CreateSchedule {
  constructor(
    private readonly db: Database,
    private readonly projectsStore: ProjectsStore,
    private readonly schedulesStore: SchedulesStore,
    private readonly audit: Audit,
    private readonly limits: ScheduleLimits,
  ) {}

  /** @throws ScheduleInvalid; ProjectNotFound when it was deleted in the meantime */
  execute(projectId: ProjectId, columns: Omit<ScheduleColumns, 'nextRunAt'>, now = new Date()): Promise<Schedule> {
    const errors = scheduleErrors(columns, now);
    if (Object.keys(errors).length > 0) throw ScheduleInvalid({ errors });
    return this.db.tx(async (tx) => {
      if (!(await this.projectsStore.hold(tx, projectId, { alone: true }))) throw ProjectNotFound();
      const { most } = this.limits;
      if ((await this.schedulesStore.count(tx, projectId, most)) >= most)
        throw ScheduleInvalid({ errors: { base: [`Maximum number of ci pipeline schedules (${most}) exceeded`] } });
      const nextRunAt = nextRun(columns, now)!;
      const schedule = await this.schedulesStore.insert(tx, projectId, { ...columns, nextRunAt });
      await this.audit.append(tx, {
        kind: 'pipeline-schedule.created',
        subject: { type: 'pipeline_schedule', id: schedule.id, name: schedule.description },
        details: { projectId },
      });
      return schedule;
    });
  }
}

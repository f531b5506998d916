import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@hearth/data';
import { Job, type JobRun, Jobs } from '@hearth/jobs';
import { RunDueSchedulesJob, RunScheduleJob } from '../jobs.js';
import { ScheduleLimits } from './schedule-limits.js';
import { runAfter } from './schedule.rules.js';
import { SchedulesStore } from './schedules.store.js';

/** Schedules taken in one transaction. */
const AT_ONCE = 100;

/** Takes the due schedules: each gets a job that creates its pipeline, and its next time, in one transaction. */
@Injectable()
export class RunDueSchedules {
  constructor(
    private readonly db: Database,
    private readonly schedulesStore: SchedulesStore,
    private readonly jobs: Jobs,
    private readonly limits: ScheduleLimits,
  ) {}

  @Job(RunDueSchedulesJob)
  execute(_data: object, { signal }: JobRun): Promise<void> {
    return this.takeDue(new Date(), signal);
  }

  /** Safe to repeat. Missed times run once. */
  takeDue(now: Date, signal?: AbortSignal): Promise<void> {
    return this.db.inBatches(AT_ONCE, (tx: Tx) => this.takeSome(tx, now), signal);
  }

  private async takeSome(tx: Tx, now: Date): Promise<number> {
    const due = await this.schedulesStore.lockDue(tx, now, AT_ONCE);
    for (const schedule of due) {
      const { id, projectId, nextRunAt: dueAt } = schedule;
      await this.jobs.add(tx, RunScheduleJob, { projectId, scheduleId: id, dueAt: dueAt.toISOString() });
      await this.schedulesStore.moveOn(tx, id, runAfter(schedule, dueAt, now, this.limits.intervalMs)!);
    }
    return due.length;
  }
}

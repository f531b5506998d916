import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { requireAbility } from '@hearth/http';
import { abilities } from '../abilities.js';
import { ScheduleInvalid, ScheduleNotFound } from '../refusals.js';
import { standingOf } from './schedule-access.rules.js';
import { ScheduleLimits } from './schedule-limits.js';
import {
  changedInputs,
  nextRun,
  runAfter,
  scheduleErrors,
  type InputChange,
  type Recurrence,
} from './schedule.rules.js';
import { SchedulesStore, type Schedule, type ScheduleColumns } from './schedules.store.js';

type Changes = {
  readonly [Column in keyof Omit<ScheduleColumns, 'nextRunAt' | 'inputs'>]?: ScheduleColumns[Column] | undefined;
} & { readonly inputs?: readonly InputChange[] | undefined };

/** Changes a schedule: its times, ref, or owner, whose rights it uses. */
@Injectable()
export class UpdateSchedule {
  constructor(
    private readonly db: Database,
    private readonly schedulesStore: SchedulesStore,
    private readonly audit: Audit,
    private readonly limits: ScheduleLimits,
  ) {}

  /**
   * @param changes `undefined` leaves a field as it is
   * @throws ScheduleNotFound, Forbidden, ScheduleInvalid
   */
  execute(
    access: ProjectAccess,
    id: number,
    { inputs = [], ...changes }: Changes,
    user: Principal,
    now = new Date(),
  ): Promise<Schedule> {
    return this.db.tx(async (tx) => {
      const schedule = await this.lock(tx, access, id, user);
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const columns: ScheduleColumns = { ...schedule, ...given, inputs: changedInputs(schedule.inputs, inputs) };
      const errors = scheduleErrors(columns, now);
      if (Object.keys(errors).length > 0) throw ScheduleInvalid({ errors });
      const isMoved =
        columns.cron !== schedule.cron ||
        columns.timeZone !== schedule.timeZone ||
        (columns.active && !schedule.active);
      const nextRunAt = isMoved ? await this.nextRun(tx, id, columns, now) : schedule.nextRunAt;
      await this.audit.append(tx, {
        kind: 'pipeline-schedule.updated',
        subject: { type: 'pipeline_schedule', id, name: columns.description },
        details: { projectId: access.project.id, ownerId: columns.ownerId },
      });
      return this.schedulesStore.update(tx, id, { ...columns, nextRunAt });
    });
  }

  /** A changed schedule also keeps the minimum interval after its last pipeline. */
  private async nextRun(tx: Tx, id: number, recurrence: Recurrence, now: Date): Promise<Date> {
    const lastAt = await this.schedulesStore.lastRunAt(tx, id);
    return (lastAt ? runAfter(recurrence, lastAt, now, this.limits.intervalMs) : nextRun(recurrence, now))!;
  }

  /**
   * Locks a schedule that the user may change.
   * @throws ScheduleNotFound, Forbidden
   */
  async lock(tx: Tx, access: ProjectAccess, id: number, user: Principal): Promise<Schedule> {
    const schedule = await this.schedulesStore.lock(tx, access.project.id, id);
    if (!schedule) throw ScheduleNotFound();
    const { standing, relations } = standingOf(access, schedule, user);
    requireAbility(abilities.updatePipelineSchedule, standing, user, relations);
    return schedule;
  }
}

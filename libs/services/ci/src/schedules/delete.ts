import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { SchedulesStore } from './schedules.store.js';
import { UpdateSchedule } from './update.js';

/** Deletes a schedule with its variables; its pipelines stay. */
@Injectable()
export class DeleteSchedule {
  constructor(
    private readonly db: Database,
    private readonly schedulesStore: SchedulesStore,
    private readonly updateSchedule: UpdateSchedule,
    private readonly audit: Audit,
  ) {}

  /** @throws ScheduleNotFound, Forbidden, PreconditionFailed */
  async execute(access: ProjectAccess, id: number, user: Principal, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const schedule = await this.updateSchedule.lock(tx, access, id, user);
      unlessModified(schedule.updatedAt);
      await this.schedulesStore.delete(tx, id);
      await this.audit.append(tx, {
        kind: 'pipeline-schedule.deleted',
        subject: { type: 'pipeline_schedule', id, name: schedule.description },
        details: { projectId: access.project.id },
      });
    });
  }
}

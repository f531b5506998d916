import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { AuditEventsStore } from './audit-events.store.js';
import { Clock } from '../clock.js';
import { RemoveOldAuditEventsJob } from '../jobs.js';

const KEPT_MS = 365 * 24 * 60 * 60 * 1000;
const BATCH = 1_000;

/** Removes records of the audit trail after 365 days. */
@Injectable()
export class RemoveOldAuditEvents {
  constructor(
    private readonly db: Database,
    private readonly auditEventsStore: AuditEventsStore,
    private readonly clock: Clock,
  ) {}

  /** A few at a time, so that no request waits for it. */
  @Job(RemoveOldAuditEventsJob)
  async execute(_data: JobDataOf<typeof RemoveOldAuditEventsJob>, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    while (!signal.aborted && (await this.auditEventsStore.removeBefore(this.db, before, BATCH)) === BATCH);
  }
}

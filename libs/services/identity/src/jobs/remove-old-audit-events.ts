import { Database } from '@hearth/data';
import { Job, defineJob, type JobDataOf, type JobRun, type JobWorker } from '@hearth/jobs';
import { z } from 'zod';
import { AuditEventsStore } from '../audit/audit-events.store.js';
import { Clock } from '../clock.js';

const KEPT_MS = 365 * 24 * 60 * 60 * 1000;
const BATCH = 1_000;

/** Removes records of the audit trail after 365 days. */
export const RemoveOldAuditEvents = defineJob({
  name: 'remove-old-audit-events',
  data: z.object({}),
  schedule: '17 3 * * *',
});

@Job(RemoveOldAuditEvents)
export class RemoveOldAuditEventsWorker implements JobWorker<typeof RemoveOldAuditEvents> {
  constructor(
    private readonly db: Database,
    private readonly auditEventsStore: AuditEventsStore,
    private readonly clock: Clock,
  ) {}

  /** A few at a time, so that no request waits for it. */
  async run(_data: JobDataOf<typeof RemoveOldAuditEvents>, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const before = new Date(this.clock.now().getTime() - KEPT_MS);
    while (!signal.aborted && (await this.auditEventsStore.removeBefore(this.db, before, BATCH)) === BATCH);
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { Gauge } from 'prom-client';
import { Clock } from '../clock.js';
import { ExportAuditEventsJob } from '../jobs.js';
import { presentAuditEvent } from './audit-event.view.js';
import { AuditExport } from './audit-export.js';
import { AuditExportsStore } from './audit-exports.store.js';
import type { AuditSink } from './audit-sink.js';

const BATCH = 1_000;

const lag = new Gauge({
  name: 'hearth_audit_export_lag_seconds',
  help: 'Age of the oldest record of the audit trail that is not exported, at the end of the last export',
});

/** Writes queued records of the audit trail to the place of the settings. */
@Injectable()
export class ExportAuditEvents {
  constructor(
    private readonly db: Database,
    private readonly auditExport: AuditExport,
    private readonly auditExportsStore: AuditExportsStore,
    private readonly clock: Clock,
  ) {}

  /**
   * A record leaves the queue after the place has it: a crash in between repeats records and loses none. Readers tell them by `id`; of
   * several lines with one id the last is the newest.
   */
  @Job(ExportAuditEventsJob)
  async execute(_data: JobDataOf<typeof ExportAuditEventsJob>, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const { sink } = this.auditExport;
    if (sink === null) return;
    try {
      while (!signal.aborted && (await this.exportBatch(sink)) === BATCH);
    } finally {
      const oldest = await this.auditExportsStore.oldest(this.db);
      lag.set(oldest === undefined ? 0 : (this.clock.now().getTime() - oldest.getTime()) / 1_000);
    }
  }

  /** @returns the number of records */
  private async exportBatch(sink: AuditSink): Promise<number> {
    const events = await this.auditExportsStore.waiting(this.db, BATCH);
    if (events.length === 0) return 0;
    await sink.write(events.map(presentAuditEvent), this.clock.now());
    await this.auditExportsStore.remove(this.db, events);
    return events.length;
  }
}

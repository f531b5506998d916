import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import type { ObjectStore } from '@hearth/objects';
import { Gauge } from 'prom-client';
import { Clock } from '../clock.js';
import { ExportAuditEventsJob } from '../jobs.js';
import { presentAuditEvent } from './audit-event.view.js';
import { AuditExport } from './audit-export.js';
import { AuditExportsStore, type WaitingAuditEvent } from './audit-exports.store.js';

const BATCH = 1_000;
/** Bytes of an object; a record has the limits of a request. */
const MOST = BATCH * 1024 * 1024;

const lag = new Gauge({
  name: 'hearth_audit_export_lag_seconds',
  help: 'Age of the oldest record of the audit trail that is not exported, at the end of the last export',
});

/** Writes queued records of the audit trail to the store of the settings, as JSON lines. */
@Injectable()
export class ExportAuditEvents {
  constructor(
    private readonly db: Database,
    private readonly auditExport: AuditExport,
    private readonly auditExportsStore: AuditExportsStore,
    private readonly clock: Clock,
  ) {}

  /**
   * A record leaves the queue after the object with it is complete: a crash in between repeats records and loses none. Readers tell them by `id`; of
   * several lines with one id the last is the newest.
   */
  @Job(ExportAuditEventsJob)
  async execute(_data: JobDataOf<typeof ExportAuditEventsJob>, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const { objects } = this.auditExport;
    if (objects === null) return;
    try {
      while (!signal.aborted && (await this.exportBatch(objects)) === BATCH);
    } finally {
      const oldest = await this.auditExportsStore.oldest(this.db);
      lag.set(oldest === undefined ? 0 : (this.clock.now().getTime() - oldest.getTime()) / 1_000);
    }
  }

  /** @returns the number of records */
  private async exportBatch(objects: ObjectStore): Promise<number> {
    const events = await this.auditExportsStore.waiting(this.db, BATCH);
    if (events.length === 0) return 0;
    await objects.put(this.nextName(), Readable.from(events.map(lineOf), { objectMode: false }), MOST);
    await this.auditExportsStore.remove(this.db, events);
    return events.length;
  }

  /** `audit/2026-11-28/054201-…`: names in the order of writing, and no name twice. */
  private nextName(): string {
    const [day, time] = this.clock.now().toISOString().split(/[T.]/);
    return `audit/${day!}/${time!.replaceAll(':', '')}-${randomUUID()}`;
  }
}

function lineOf(event: WaitingAuditEvent): Buffer {
  return Buffer.from(`${JSON.stringify(presentAuditEvent(event))}\n`);
}

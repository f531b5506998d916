import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ObjectStore } from '@hearth/objects';
import type { AuditEventView } from './audit-event.view.js';

/** Bytes of a record: it has the limits of a request. */
const MOST = 1024 * 1024;

/** A place that records of the audit trail are copied to. */
export interface AuditSink {
  /** Resolves when the place has all records. Some may be there twice after a failure. */
  write(events: readonly AuditEventView[], now: Date): Promise<void>;
}

/** A folder or bucket, with an object of JSON lines for each batch. */
export class ObjectsSink implements AuditSink {
  constructor(private readonly objects: Pick<ObjectStore, 'put'>) {}

  async write(events: readonly AuditEventView[], now: Date): Promise<void> {
    const lines = events.map((event) => Buffer.from(`${JSON.stringify(event)}\n`));
    await this.objects.put(nameOf(now), Readable.from(lines, { objectMode: false }), events.length * MOST);
  }
}

/** `audit/2026-11-28/054201-…`: names in the order of writing, and no name twice. */
function nameOf(now: Date): string {
  const [day, time] = now.toISOString().split(/[T.]/);
  return `audit/${day!}/${time!.replaceAll(':', '')}-${randomUUID()}`;
}

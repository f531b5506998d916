import { Injectable } from '@nestjs/common';
import type { Database, Db, Tx } from '@hearth/data';
import { AUDIT_EVENT_COLUMNS, type ListedAuditEvent } from './audit-events.finder.js';
import { AuditExport } from './audit-export.js';

const QUEUE = `
  insert into audit_exports (audit_event_id, queued_at) values ($1, $2)
  on conflict (audit_event_id) do update set queued_at = excluded.queued_at`;

const WAITING = `
  select ${AUDIT_EVENT_COLUMNS}, e.xmin::text as version from audit_exports e join audit_events a on a.id = e.audit_event_id
  order by e.queued_at, e.audit_event_id limit $1`;

/** A record that was queued again since it was read stays: the transaction that queued it is another one. */
const REMOVE = `
  delete from audit_exports e using unnest($1::bigint[], $2::text[]) exported (id, version)
  where e.audit_event_id = exported.id and e.xmin::text = exported.version`;

/** A record of the audit trail that waits for its export. */
export type WaitingAuditEvent = ListedAuditEvent & { readonly version: string };

/** Queue of the records that wait for their export. */
@Injectable()
export class AuditExportsStore {
  constructor(private readonly auditExport: AuditExport) {}

  /** Queues a record that is new or has changed, in the transaction that writes it. Without an export nothing is queued. */
  async queue(tx: Tx, id: number, now: Date): Promise<void> {
    if (this.auditExport.sink !== null) await tx.prepared(QUEUE, [id, now]);
  }

  /** Returns the records that wait the longest. */
  waiting(db: Db, most: number): Promise<WaitingAuditEvent[]> {
    return db.prepared<WaitingAuditEvent>(WAITING, [most]);
  }

  /** Removes records that were exported. */
  async remove(db: Database, exported: readonly WaitingAuditEvent[]): Promise<void> {
    const columns = [exported.map(({ id }) => id), exported.map(({ version }) => version)];
    await db.tx((tx) => tx.prepared(REMOVE, columns));
  }

  /** Returns when the record that waits the longest was queued. */
  async oldest(db: Db): Promise<Date | undefined> {
    const [row] = await db.prepared<{ queuedAt: Date }>(
      'select queued_at as "queuedAt" from audit_exports order by queued_at, audit_event_id limit 1',
    );
    return row?.queuedAt;
  }
}

import { Injectable } from '@nestjs/common';
import type { AuditRecord } from '@hearth/contract-kit';
import type { Database, Tx } from '@hearth/data';
import { AuditEventEntity } from './audit-event.entity.js';

const REMOVE_BEFORE = `
  delete from audit_events where id = any (array(
    select old.id from audit_events old where old.created_at < $1 order by old.created_at, old.id limit $2))
  returning id`;

/** Writes of the audit trail: it grows at one end and ends at the other. */
@Injectable()
export class AuditEventsStore {
  async insert(tx: Tx, { subject, ...record }: AuditRecord, createdAt: Date): Promise<void> {
    const { type: subjectType, id: subjectId, name: subjectName } = subject;
    await tx.repository(AuditEventEntity).insert({ ...record, subjectType, subjectId, subjectName, createdAt });
  }

  /** Removes some of the oldest records. @returns how many, at most `most` */
  async removeBefore(db: Database, before: Date, most: number): Promise<number> {
    return (await db.tx((tx) => tx.prepared(REMOVE_BEFORE, [before, most]))).length;
  }
}

import { Injectable } from '@nestjs/common';
import type { AuditRecord } from '@hearth/contract-kit';
import type { Database, Tx } from '@hearth/data';
import { AuditEventEntity } from './audit-event.entity.js';
import { AuditExportsStore } from './audit-exports.store.js';

const REMOVE_BEFORE = `
  delete from audit_events where id = any (array(
    select old.id from audit_events old where old.created_at < $1
      and not exists (select from audit_exports e where e.audit_event_id = old.id) order by old.created_at, old.id limit $2))
  returning id`;

/** `$1` key, `$2` user or null. An existing record of the hour counts the attempt. The subject of an unknown login is `unknown`, with the id 0. */
const COALESCE = `
  insert into audit_events as a (kind, actor_id, address, request_id, details, created_at, coalesced_by, subject_type, subject_id, subject_name)
  select $3, $4::bigint, $5, $6, $7::jsonb, $8::timestamptz, $1::bytea,
    case when $2::bigint is null then 'login' else 'user' end, coalesce($2::bigint, 0),
    case when $2::bigint is null then 'unknown' else (select u.username from users u where u.id = $2::bigint) end
  on conflict (coalesced_by) where coalesced_by is not null do update set details = a.details
    || jsonb_build_object('attempts', (a.details ->> 'attempts')::bigint + 1, 'lastAt', excluded.details -> 'lastAt')
  returning a.id, xmax = 0 as "isNew"`;

/** Writes of the audit trail: new records are appended, and old ones removed that do not wait for their export. */
@Injectable()
export class AuditEventsStore {
  constructor(private readonly auditExportsStore: AuditExportsStore) {}

  async insert(tx: Tx, { subject, ...record }: AuditRecord, createdAt: Date): Promise<void> {
    const { type: subjectType, id: subjectId, name: subjectName } = subject;
    const row = { ...record, subjectType, subjectId, subjectName, createdAt };
    const { identifiers } = await tx.repository(AuditEventEntity).insert(row);
    await this.auditExportsStore.queue(tx, Number(identifiers[0]!['id']), createdAt);
  }

  /**
   * Stores a record, or merges it into the one with the same key.
   * @param userId the subject; undefined: an unknown login
   * @returns whether a new record was stored
   */
  async coalesce(
    tx: Tx,
    { kind, actorId, address, requestId, details }: Omit<AuditRecord, 'subject'>,
    userId: number | undefined,
    key: Buffer,
    now: Date,
  ): Promise<boolean> {
    const values = [key, userId ?? null, kind, actorId, address, requestId, JSON.stringify(details), now];
    const [row] = await tx.prepared<{ id: number; isNew: boolean }>(COALESCE, values);
    await this.auditExportsStore.queue(tx, row!.id, now);
    return row!.isNew;
  }

  /** Removes some of the oldest records. @returns the number of removed records, at most `most` */
  async removeBefore(db: Database, before: Date, most: number): Promise<number> {
    return (await db.tx((tx) => tx.prepared(REMOVE_BEFORE, [before, most]))).length;
  }
}

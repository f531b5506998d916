import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import { plainList, readPage, type Page, type PageRequest, type Parameter } from '@hearth/http';
import type { AuditEventEntity } from './audit-event.entity.js';

/** Filters of the list; `undefined` does not filter. */
export interface AuditFilters {
  /** User who acted, also while impersonating another user. */
  readonly actorId?: number | undefined;
  readonly kind?: string | undefined;
  /** Type of the subject: `user`, `project`. */
  readonly subjectType?: string | undefined;
  readonly subjectId?: number | undefined;
  readonly createdAfter?: Date | undefined;
  readonly createdBefore?: Date | undefined;
}

/** Record of the audit trail in a list. */
export type ListedAuditEvent = Omit<AuditEventEntity, 'coalescedBy'>;

/** Columns of a record in a list, of the table as `a`. */
export const AUDIT_EVENT_COLUMNS = `a.id, a.kind, a.actor_id as "actorId", a.acting_as_id as "actingAsId", a.subject_type as "subjectType",
  a.subject_id as "subjectId", a.subject_name as "subjectName", a.address, a.request_id as "requestId", a.details,
  a.created_at as "createdAt"`;

/** Lists the audit trail, the newest record first. A page takes one statement, or two when rows are counted. */
@Injectable()
export class AuditEventsFinder {
  page(db: Db, filters: AuditFilters, request: PageRequest): Promise<Page<ListedAuditEvent>> {
    const rows = (parameter: Parameter) => `from audit_events a ${where(filters, parameter)}`;
    const order = 'a.created_at desc, a.id desc';
    return readPage(db, request, plainList({ columns: AUDIT_EVENT_COLUMNS, rows, order }));
  }
}

function where(filters: AuditFilters, parameter: Parameter): string {
  const { actorId, kind, subjectType, subjectId, createdAfter, createdBefore } = filters;
  const conditions = [
    ...(actorId === undefined ? [] : [`a.actor_id = ${parameter(actorId)}::bigint`]),
    ...(kind === undefined ? [] : [`a.kind = ${parameter(kind)}::text`]),
    ...(subjectType === undefined ? [] : [`a.subject_type = ${parameter(subjectType)}::text`]),
    ...(subjectId === undefined ? [] : [`a.subject_id = ${parameter(subjectId)}::bigint`]),
    ...(createdAfter === undefined ? [] : [`a.created_at > ${parameter(createdAfter)}`]),
    ...(createdBefore === undefined ? [] : [`a.created_at < ${parameter(createdBefore)}`]),
  ];
  return conditions.length > 0 ? `where ${conditions.join(' and ')}` : '';
}

import { Injectable } from '@nestjs/common';
import type { Db } from '@hearth/data';
import {
  readPage,
  statement,
  type ListStatements,
  type Page,
  type PageRequest,
  type Parameter,
  type Sql,
} from '@hearth/http';
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
    return readPage(db, request, new AuditEventsStatement(filters));
  }
}

class AuditEventsStatement implements ListStatements {
  constructor(private readonly filters: AuditFilters) {}

  page({ page, perPage }: PageRequest): Sql {
    return statement(
      (parameter) => `select ${AUDIT_EVENT_COLUMNS} from audit_events a ${this.where(parameter)}
        order by a.created_at desc, a.id desc limit ${parameter(perPage)} offset ${parameter((page - 1) * perPage)}`,
    );
  }

  count(most: number): Sql {
    return statement(
      (parameter) => `select count(*) from (select from audit_events a ${this.where(parameter)} limit ${most}) counted`,
    );
  }

  private where(parameter: Parameter): string {
    const { actorId, kind, subjectType, subjectId, createdAfter, createdBefore } = this.filters;
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
}

import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import type { AuditEventEntity } from './audit-event.entity.js';
import { AuditEventsFinder, type AuditFilters } from './audit-events.finder.js';

/** Reads of the audit trail. */
@Injectable()
export class AuditEventFacts {
  constructor(
    private readonly db: Database,
    private readonly auditEventsFinder: AuditEventsFinder,
  ) {}

  page(filters: AuditFilters, request: PageRequest): Promise<Page<AuditEventEntity>> {
    return this.auditEventsFinder.page(this.db, filters, request);
  }
}

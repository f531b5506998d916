import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { AuditEventsFinder, type AuditFilters, type ListedAuditEvent } from './audit-events.finder.js';

/** Reads of the audit trail. */
@Injectable()
export class AuditEventFacts {
  constructor(
    private readonly db: Database,
    private readonly auditEventsFinder: AuditEventsFinder,
  ) {}

  page(filters: AuditFilters, request: PageRequest): Promise<Page<ListedAuditEvent>> {
    return this.auditEventsFinder.page(this.db, filters, request);
  }
}

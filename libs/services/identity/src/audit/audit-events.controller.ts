import { Controller } from '@nestjs/common';
import { Call, Endpoint, pageRequest, returns, type CallOf } from '@hearth/http';
import { AuditEventFacts } from './audit-event.facts.js';
import { ListAuditEventsParams, auditFiltersOf } from './audit-event.params.js';
import { AuditEventView, presentAuditEvent } from './audit-event.view.js';

/** The audit trail of all services. */
@Controller()
export class AuditEventsController {
  constructor(private readonly auditEventFacts: AuditEventFacts) {}

  @Endpoint.get('/audit_events', {
    summary: 'List the audit trail, the newest record first',
    admin: true,
    params: ListAuditEventsParams,
    returns: returns.page(AuditEventView),
  })
  async list(@Call() { params }: CallOf<typeof ListAuditEventsParams>) {
    const request = pageRequest(params, { by: 'created_at', sort: 'desc' });
    return (await this.auditEventFacts.page(auditFiltersOf(params), request)).map(presentAuditEvent);
  }
}

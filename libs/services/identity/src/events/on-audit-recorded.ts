import { Logger } from '@nestjs/common';
import type { AuditRecord } from '@hearth/contract-kit';
import {
  CiAuditRecordedEvent,
  IdentityAuditRecordedEvent,
  ProjectsAuditRecordedEvent,
  RepositoryAuditRecordedEvent,
} from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type EventMeta, type Reaction } from '@hearth/messaging';
import { AuditEventsStore } from '../audit/audit-events.store.js';

/** Stores a record of the audit trail, and writes it to the log, where it stays readable to whoever cannot ask the API. */
abstract class OnAuditRecorded implements Reaction<typeof IdentityAuditRecordedEvent> {
  private readonly logger = new Logger('Audit');

  constructor(private readonly auditEventsStore: AuditEventsStore) {}

  async handle(record: AuditRecord, tx: Tx, { time }: EventMeta): Promise<void> {
    await this.auditEventsStore.insert(tx, record, time);
    this.logger.log({ audit: record, msg: `audit ${record.kind}` });
  }
}

@On(IdentityAuditRecordedEvent)
export class OnIdentityAuditRecorded extends OnAuditRecorded {
  constructor(auditEventsStore: AuditEventsStore) {
    super(auditEventsStore);
  }
}

@On(ProjectsAuditRecordedEvent)
export class OnProjectsAuditRecorded extends OnAuditRecorded {
  constructor(auditEventsStore: AuditEventsStore) {
    super(auditEventsStore);
  }
}

@On(RepositoryAuditRecordedEvent)
export class OnRepositoryAuditRecorded extends OnAuditRecorded {
  constructor(auditEventsStore: AuditEventsStore) {
    super(auditEventsStore);
  }
}

@On(CiAuditRecordedEvent)
export class OnCiAuditRecorded extends OnAuditRecorded {
  constructor(auditEventsStore: AuditEventsStore) {
    super(auditEventsStore);
  }
}

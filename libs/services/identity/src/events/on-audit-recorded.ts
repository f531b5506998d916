import { Controller, Logger } from '@nestjs/common';
import type { AuditRecord } from '@hearth/contract-kit';
import { CiAuditRecordedEvent } from '@hearth/ci-contracts';
import { IdentityAuditRecordedEvent } from '@hearth/identity-contracts';
import { MergeRequestsAuditRecordedEvent } from '@hearth/merge-requests-contracts';
import { ProjectsAuditRecordedEvent } from '@hearth/projects-contracts';
import { RepositoryAuditRecordedEvent } from '@hearth/repository-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { AuditEventsStore } from '../audit/audit-events.store.js';

/** Stores a record of the audit trail, and writes it to the log, where it stays readable when the API is not. */
abstract class OnAuditRecorded {
  private readonly logger = new Logger('Audit');

  constructor(private readonly auditEventsStore: AuditEventsStore) {}

  protected async store(record: AuditRecord, { tx, meta }: Delivery): Promise<void> {
    await this.auditEventsStore.insert(tx, record, meta.time);
    this.logger.log({ audit: record, msg: `audit ${record.kind}` });
  }
}

@Controller()
export class OnIdentityAuditRecorded extends OnAuditRecorded {
  constructor(auditEventsStore: AuditEventsStore) {
    super(auditEventsStore);
  }

  @On(IdentityAuditRecordedEvent)
  handle(record: AuditRecord, delivery: Delivery): Promise<void> {
    return this.store(record, delivery);
  }
}

@Controller()
export class OnProjectsAuditRecorded extends OnAuditRecorded {
  constructor(auditEventsStore: AuditEventsStore) {
    super(auditEventsStore);
  }

  @On(ProjectsAuditRecordedEvent)
  handle(record: AuditRecord, delivery: Delivery): Promise<void> {
    return this.store(record, delivery);
  }
}

@Controller()
export class OnRepositoryAuditRecorded extends OnAuditRecorded {
  constructor(auditEventsStore: AuditEventsStore) {
    super(auditEventsStore);
  }

  @On(RepositoryAuditRecordedEvent)
  handle(record: AuditRecord, delivery: Delivery): Promise<void> {
    return this.store(record, delivery);
  }
}

@Controller()
export class OnCiAuditRecorded extends OnAuditRecorded {
  constructor(auditEventsStore: AuditEventsStore) {
    super(auditEventsStore);
  }

  @On(CiAuditRecordedEvent)
  handle(record: AuditRecord, delivery: Delivery): Promise<void> {
    return this.store(record, delivery);
  }
}

@Controller()
export class OnMergeRequestsAuditRecorded extends OnAuditRecorded {
  constructor(auditEventsStore: AuditEventsStore) {
    super(auditEventsStore);
  }

  @On(MergeRequestsAuditRecordedEvent)
  handle(record: AuditRecord, delivery: Delivery): Promise<void> {
    return this.store(record, delivery);
  }
}

import { Module } from '@nestjs/common';
import { IdentityCoreModule } from '../core.module.js';
import { IdentityStoresModule } from '../stores.module.js';
import { AuditEventFacts } from './audit-event.facts.js';
import { AuditEventsController } from './audit-events.controller.js';
import { ExportAuditEvents } from './export-audit-events.js';
import { RecordFailedSignIn } from './record-failed-sign-in.js';
import { RemoveOldAuditEvents } from './remove-old-audit-events.js';

@Module({
  imports: [IdentityCoreModule, IdentityStoresModule],
  controllers: [AuditEventsController],
  providers: [RemoveOldAuditEvents, ExportAuditEvents, AuditEventFacts, RecordFailedSignIn],
  exports: [AuditEventFacts, RecordFailedSignIn],
})
export class AuditModule {}

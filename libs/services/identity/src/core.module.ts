import { Module } from '@nestjs/common';
import { Audit, provideAudit } from '@hearth/audit';
import { DataModule } from '@hearth/data';
import { IdentityAuditRecordedEvent } from '@hearth/identity-contracts';
import { JobsModule } from '@hearth/jobs';
import { MessagingModule } from '@hearth/messaging';
import { PagesModule } from '@hearth/pages';
import { Clock } from './clock.js';
import { schema } from './schema.js';

/** The service's own database, messages and jobs, for its feature modules. */
@Module({
  imports: [
    DataModule.forService(schema),
    MessagingModule.forService(schema.service),
    JobsModule.forService(schema.service),
    PagesModule,
  ],
  providers: [Clock, provideAudit(IdentityAuditRecordedEvent)],
  exports: [DataModule, MessagingModule, JobsModule, Clock, Audit],
})
export class IdentityCoreModule {}

import { Module } from '@nestjs/common';
import { Audit, provideAudit } from '@hearth/audit';
import { CiAuditRecordedEvent } from '@hearth/ci-contracts';
import { DataModule } from '@hearth/data';
import { JobsModule } from '@hearth/jobs';
import { MessagingModule } from '@hearth/messaging';
import { schema } from './schema.js';

/** The service's own database, messages and jobs, for its feature modules. */
@Module({
  imports: [
    DataModule.forService(schema),
    MessagingModule.forService(schema.service),
    JobsModule.forService(schema.service),
  ],
  providers: [provideAudit(CiAuditRecordedEvent)],
  exports: [DataModule, MessagingModule, JobsModule, Audit],
})
export class CiCoreModule {}

import { Module } from '@nestjs/common';
import { Audit, provideAudit } from '@hearth/audit';
import { OwnAddress } from '@hearth/config';
import { DataModule } from '@hearth/data';
import { JobsModule } from '@hearth/jobs';
import { MergeRequestsAuditRecordedEvent } from '@hearth/merge-requests-contracts';
import { MessagingModule } from '@hearth/messaging';
import { schema } from './schema.js';

/** The service's own database, messages, jobs and audit trail, for its feature modules. */
@Module({
  imports: [
    DataModule.forService(schema),
    MessagingModule.forService(schema.service),
    JobsModule.forService(schema.service),
  ],
  providers: [
    provideAudit(MergeRequestsAuditRecordedEvent),
    { provide: OwnAddress, useFactory: () => OwnAddress.fromEnvironment() },
  ],
  exports: [DataModule, MessagingModule, JobsModule, OwnAddress, Audit],
})
export class MergeRequestsCoreModule {}

import { Module } from '@nestjs/common';
import { Audit, provideAudit } from '@hearth/audit';
import { DataModule } from '@hearth/data';
import { JobsModule } from '@hearth/jobs';
import { MessagingModule } from '@hearth/messaging';
import { PagesModule } from '@hearth/pages';
import { RepositoryAuditRecordedEvent } from '@hearth/repository-contracts';
import { schema } from './schema.js';
import { Storages } from './storages/storages.js';

/** The service's own database, messages and jobs, for its feature modules. */
@Module({
  imports: [
    DataModule.forService(schema),
    MessagingModule.forService(schema.service),
    JobsModule.forService(schema.service, { storages: () => Storages.fromEnvironment().own }),
    PagesModule,
  ],
  providers: [provideAudit(RepositoryAuditRecordedEvent)],
  exports: [DataModule, MessagingModule, JobsModule, Audit],
})
export class RepositoryCoreModule {}

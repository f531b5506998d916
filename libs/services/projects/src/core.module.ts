import { Module } from '@nestjs/common';
import { Audit, provideAudit } from '@hearth/audit';
import { OwnAddress } from '@hearth/config';
import { DataModule } from '@hearth/data';
import { JobsModule } from '@hearth/jobs';
import { MessagingModule } from '@hearth/messaging';
import { PagesModule } from '@hearth/pages';
import { ProjectsAuditRecordedEvent } from '@hearth/projects-contracts';
import { schema } from './schema.js';

/** The service's own database, messages and jobs, for its feature modules. */
@Module({
  imports: [
    DataModule.forService(schema),
    MessagingModule.forService(schema.service),
    JobsModule.forService(schema.service),
    PagesModule,
  ],
  providers: [
    provideAudit(ProjectsAuditRecordedEvent),
    { provide: OwnAddress, useFactory: () => OwnAddress.fromEnvironment() },
  ],
  exports: [DataModule, MessagingModule, JobsModule, Audit, OwnAddress],
})
export class ProjectsCoreModule {}

import { Module } from '@nestjs/common';
import { OwnAddress } from '@hearth/config';
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
  providers: [{ provide: OwnAddress, useFactory: () => OwnAddress.fromEnvironment() }],
  exports: [DataModule, MessagingModule, JobsModule, OwnAddress],
})
export class MergeRequestsCoreModule {}

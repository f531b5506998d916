import { Module } from '@nestjs/common';
import { DataModule, type ServiceSchema } from '@hearth/data';
import { MessagingModule, messagingMigrations } from '@hearth/messaging';

const schema: ServiceSchema = {
  service: 'merge-requests',
  entities: [],
  migrations: [...messagingMigrations],
  jobs: false,
};

@Module({ imports: [DataModule.forService(schema), MessagingModule.forService(schema.service)] })
export class MergeRequestsModule {
  static readonly schema = schema;
  static readonly jobs = [];
}

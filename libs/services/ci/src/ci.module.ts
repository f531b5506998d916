import { Module } from '@nestjs/common';
import { DataModule, type ServiceSchema } from '@hearth/data';
import { MessagingModule, messagingMigrations } from '@hearth/messaging';

const schema: ServiceSchema = { service: 'ci', entities: [], migrations: [...messagingMigrations], jobs: false };

@Module({ imports: [DataModule.forService(schema), MessagingModule.forService(schema.service)] })
export class CiModule {
  static readonly schema = schema;
  static readonly jobs = [];
}

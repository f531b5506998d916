import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ServiceName } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { DeadJobs } from './dead-jobs.js';
import { Jobs } from './jobs.js';
import { JobsOptions } from './service-jobs.js';

/**
 * Provides `Jobs` and `DeadJobs` to a service module, on the connections of its `DataModule.forService`. Workers (@Job) among the module's
 * own providers are found when the jobs start.
 */
@Module({})
export class JobsModule {
  /** @param options.storages returns the storages that this process owns, for jobs queued per storage; called when the module is created */
  static forService(
    service: ServiceName,
    { storages = () => [] }: { storages?: () => readonly string[] } = {},
  ): DynamicModule {
    const provided = <T>(provide: Type<T>, make: (database: Database) => T) => ({
      provide,
      inject: [getDataSourceToken(service)],
      useFactory: (source: DataSource) => make(new Database(service, source)),
    });
    return {
      module: JobsModule,
      providers: [
        provided(JobsOptions, (database) => new JobsOptions(service, database, storages())),
        { provide: Jobs, useFactory: () => new Jobs(service) },
        provided(DeadJobs, (database) => DeadJobs.of(service, database)),
      ],
      exports: [Jobs, DeadJobs],
    };
  }
}

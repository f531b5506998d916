import { Module, type DynamicModule } from '@nestjs/common';
import { getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ServiceName } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { DeadJobs } from './dead-jobs.js';
import { Jobs } from './jobs.js';
import { ServiceJobs } from './service-jobs.js';
import type { JobWorkerClass } from './worker.js';

/**
 * Gives a service module its `Jobs` and `DeadJobs`, on the connections of its `DataModule.forService`. The workers are providers of the
 * service's own module, because they inject its parts.
 */
@Module({})
export class JobsModule {
  /** @param options.storages gives the storages that this process owns, for jobs that are queued per storage; asked when the module is made */
  static forService(
    service: ServiceName,
    { workers, storages = () => [] }: { workers: readonly JobWorkerClass[]; storages?: () => readonly string[] },
  ): DynamicModule {
    return {
      module: JobsModule,
      providers: [
        {
          provide: ServiceJobs,
          inject: [getDataSourceToken(service)],
          useFactory: (source: DataSource) =>
            new ServiceJobs(service, new Database(service, source), workers, storages()),
        },
        { provide: Jobs, inject: [ServiceJobs], useFactory: ({ boss }: ServiceJobs) => new Jobs(boss) },
        {
          provide: DeadJobs,
          inject: [getDataSourceToken(service), ServiceJobs],
          useFactory: (source: DataSource, { boss }: ServiceJobs) =>
            new DeadJobs(service, new Database(service, source), boss),
        },
      ],
      exports: [Jobs, DeadJobs],
    };
  }
}

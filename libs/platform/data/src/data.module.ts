import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule, getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { clientOptions, dataSourceOptions } from './data-source.js';
import { Database } from './database.js';
import { PIPELINES, Reads } from './reads.js';
import type { ServiceSchema } from './service-schema.js';
import { checkSession } from './session-check.js';
import { databaseUrl, poolSize } from './settings.js';

/** Provides a service module's own `Database`. Every service imports it with its own schema; other services cannot inject it. */
@Module({})
export class DataModule {
  static forService(schema: ServiceSchema): DynamicModule {
    const { service } = schema;
    return {
      module: DataModule,
      imports: [
        TypeOrmModule.forRootAsync({
          name: service,
          useFactory: () => ({
            ...dataSourceOptions(schema, databaseUrl(service), poolSize() - PIPELINES),
            retryAttempts: 30,
            retryDelay: 500,
          }),
        }),
      ],
      providers: [
        {
          provide: Database,
          inject: [getDataSourceToken(service)],
          useFactory: async (source: DataSource) => {
            await checkSession(source, schema);
            return new Database(service, source, new Reads(clientOptions(schema, databaseUrl(service))));
          },
        },
      ],
      exports: [Database],
    };
  }
}

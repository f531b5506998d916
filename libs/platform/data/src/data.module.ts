import { Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule, getDataSourceToken } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { dataSourceOptions } from './data-source.js';
import { Database } from './database.js';
import type { ServiceSchema } from './service-schema.js';

/** Most connections one process opens for one service; with every service and replica the sum stays below 100. */
const POOL_SIZE = 10;

/** Gives a service module its own `Database`. Every service imports it with its own schema; nobody can inject another's. */
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
            ...dataSourceOptions(schema, databaseUrl(), POOL_SIZE),
            retryAttempts: 30,
            retryDelay: 500,
          }),
        }),
      ],
      providers: [
        {
          provide: Database,
          inject: [getDataSourceToken(service)],
          useFactory: (source: DataSource) => new Database(service, source),
        },
      ],
      exports: [Database],
    };
  }
}

/**
 * The server's URL from DATABASE_URL.
 * @throws when it is not set: no service runs without a database
 */
export function databaseUrl(): string {
  const url = process.env['DATABASE_URL'];
  if (!url)
    throw new Error('DATABASE_URL is not set: give the postgres:// URL of the server, or start with ./hearth up');
  return url;
}

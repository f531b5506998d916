import { dataSourceOptions, directDatabaseUrl, isUnavailable, sqlState, type ServiceSchema } from '@hearth/data';
import { DataSource } from 'typeorm';

/** One for a transaction, and one for pg-boss' own queries meanwhile. */
const POOL_SIZE = 2;
/** SQLSTATEs of a database in which the tables, the schema, the role or the login of a service do not exist. */
const NOT_MIGRATED = new Set(['42P01', '3F000', '22023', '42704', '28P01', '28000']);

/** Connects a program to the database of a service, without the service. @throws ConfigurationError, or the error of the connection */
export function openDatabase(schema: ServiceSchema): Promise<DataSource> {
  const bare = { ...schema, entities: [], migrations: [] };
  return new DataSource(dataSourceOptions(bare, directDatabaseUrl(schema.service), POOL_SIZE)).initialize();
}

/** Returns the sentence with which a program ends after an error of its database. @param what begins it for all other errors */
export function databaseFailure(error: unknown, what: string): string {
  if (isUnavailable(error)) {
    return `The database does not answer (${(error as Error).message}): start Hearth with ./hearth up, or point DATABASE_URL at its server.`;
  }
  if (NOT_MIGRATED.has(sqlState(error) ?? '')) return 'The database is not migrated: run ./hearth migrate first.';
  return `${what}: ${(error as Error).message}`;
}

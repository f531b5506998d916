import type { EntityTarget, MigrationInterface, ObjectLiteral } from 'typeorm';
import type { ServiceName } from '@hearth/contract-kit';

/** A service's part of PostgreSQL: a schema of its own, owned by a role of its own. */
export interface ServiceSchema {
  readonly service: ServiceName;
  readonly entities: readonly EntityTarget<ObjectLiteral>[];
  /** In the order in which they were written; class names end in their time stamp (TypeORM's rule). */
  readonly migrations: readonly (new () => MigrationInterface)[];
  /** True when the service runs durable jobs: a second schema `<schema>_jobs` is then created for them. */
  readonly jobs: boolean;
  /** PostgreSQL extensions that the tables need, such as `pg_trgm`; created by the migration's own user. */
  readonly extensions?: readonly string[];
  /** Encrypted columns, which a rotation of the encryption keys rewrites. */
  readonly encrypted?: readonly EncryptedTable[];
}

/** A table with encrypted columns. */
export interface EncryptedTable {
  readonly table: string;
  /** The column that identifies the row of a ciphertext: unique, never null, never changed. */
  readonly id: string;
  readonly columns: readonly EncryptedColumn[];
}

/** A `text` column of ciphertexts (or null). */
export interface EncryptedColumn {
  readonly column: string;
  /** The `text` column beside it with the keyed hash that finds rows by value. */
  readonly lookup?: string;
}

/** Returns the PostgreSQL schema of a service: its name with underscores. */
export function schemaName(service: ServiceName): string {
  return service.replaceAll('-', '_');
}

/** Returns the PostgreSQL role of a service. */
export function roleName(service: ServiceName): string {
  return `hearth_${schemaName(service)}`;
}

/** Returns the schema of a service's job queue. */
export function jobSchemaName(service: ServiceName): string {
  return `${schemaName(service)}_jobs`;
}

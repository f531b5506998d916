export { DataModule } from './data.module.js';
export { dataSourceOptions, sessionOptions } from './data-source.js';
export { Database, isUnavailable, sqlState, violatedConstraint } from './database.js';
export { DatabaseProbe } from './database-probe.js';
export { type Db, type Row, type Tx } from './db.js';
export { instancesOf } from './instances.js';
export { migrate } from './migrate.js';
export {
  jobSchemaName,
  roleName,
  schemaName,
  type EncryptedColumn,
  type EncryptedTable,
  type ServiceSchema,
} from './service-schema.js';
export { databaseUrl, directDatabaseUrl } from './settings.js';
export { isStorableJson, isStorableText, storableText } from './storable.js';

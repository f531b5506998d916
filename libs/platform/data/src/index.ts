export { approximateCounts } from './counts/approximate-counts.js';
export { boundedCount, rememberedCount } from './counts/bounded-count.js';
export { DataModule } from './data.module.js';
export { CONNECTION, clientOptions, dataSourceOptions, sessionOptions } from './data-source.js';
export { Database } from './database.js';
export { DatabaseProbe } from './database-probe.js';
export { eachById, type IdRange } from './each-by-id.js';
export { type Db, type Planning, type Row, type Tx } from './db.js';
export { isUnavailable, sqlState, violatedConstraint } from './errors.js';
export { instancesOf, providersBeside } from './instances.js';
export { ListeningSession } from './listening-session.js';
export { createLogins, migrate } from './migrating/migrate.js';
export {
  jobSchemaName,
  roleName,
  schemaName,
  type EncryptedColumn,
  type EncryptedTable,
  type ServiceSchema,
} from './service-schema.js';
export { databaseUrl, directDatabaseUrl, loginUrl, migratingUrl } from './settings.js';
export { Signal, withinDeadline } from './waiting.js';
export { isStorableJson, isStorableText, storableText } from './storable.js';

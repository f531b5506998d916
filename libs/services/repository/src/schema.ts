import type { ServiceSchema } from '@hearth/data';
import { messagingMigrations } from '@hearth/messaging';
import { RepositoryStatistics1764100000000 } from './migrations/1764100000000-repository-statistics.js';
import { RepositoryTables1764000000000 } from './migrations/1764000000000-repository-tables.js';

/** What this service keeps in PostgreSQL. */
export const schema: ServiceSchema = {
  service: 'repository',
  entities: [],
  migrations: [...messagingMigrations, RepositoryTables1764000000000, RepositoryStatistics1764100000000],
  jobs: true,
};

import { TestDatabase } from '@hearth/data/testing';
import { migrateJobs } from '@hearth/jobs';
import { IdentityModule } from '../identity.module.js';

export type { TestDatabase };

/** A database of a spec's own with the tables and queues of identity. */
export function makeDatabase(): Promise<TestDatabase> {
  const { schema, jobs } = IdentityModule;
  return TestDatabase.make([schema], (url) => migrateJobs(url, schema.service, jobs));
}

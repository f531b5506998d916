import { TestDatabase } from '@hearth/data/testing';
import { migrateJobs } from '@hearth/jobs';
import { IdentityModule } from '../identity.module.js';

export type { TestDatabase };

const { schema, jobs } = IdentityModule;
const queues = (url: string) => migrateJobs(url, schema.service, jobs);

/** Creates a database for a spec, with the tables and queues of identity. */
export function makeDatabase(): Promise<TestDatabase> {
  return TestDatabase.make([schema], queues);
}

import { TestDatabase } from '@hearth/data/testing';
import { migrateJobs } from '@hearth/jobs';

/** The storages of the systems in this folder. */
export const STORAGES = ['storage-1', 'storage-2'];

async function queues(url: string): Promise<void> {
  const { services } = await import('../services.js');
  const withJobs = services.filter(({ schema }) => schema.jobs);
  for (const { schema, jobs } of withJobs) await migrateJobs(url, schema.service, jobs, STORAGES);
}

/** Creates a database with the tables and queues of every service. The storages must be set: modules read them while they are loaded. */
export async function makeDatabase(): Promise<TestDatabase> {
  const { services } = await import('../services.js');
  return TestDatabase.make(
    services.map(({ schema }) => schema),
    queues,
  );
}

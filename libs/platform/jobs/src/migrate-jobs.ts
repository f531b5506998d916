import pg from 'pg';
import type { ServiceName } from '@hearth/contract-kit';
import { sessionOptions } from '@hearth/data';
import { makeBoss } from './boss.js';
import type { JobDefinition } from './job.js';
import { ensureQueues } from './queues.js';
import { Ticks } from './schedules/ticks.js';
import { HeldJobs } from './work/held-jobs.js';

/**
 * Brings the job tables and queues of a service up to date, as the service's own role, in the schema that `migrate` has made.
 * @param url server and database, for a user who may act as the service
 * @param storages every storage of the system, for jobs that are queued per storage
 */
export async function migrateJobs(
  url: string,
  service: ServiceName,
  jobs: readonly JobDefinition[],
  storages: readonly string[] = [],
): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, options: sessionOptions({ service }), max: 2 });
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
  const boss = makeBoss(service, db, { migrate: true, supervise: false });
  const failures: Error[] = [];
  boss.on('error', (error) => failures.push(error));
  try {
    await boss.start();
    await pool.query(HeldJobs.creation(service));
    await pool.query(Ticks.creation(service));
    await ensureQueues(boss, jobs, storages);
    await boss.stop();
  } finally {
    await pool.end();
  }
  if (failures[0]) throw failures[0];
}

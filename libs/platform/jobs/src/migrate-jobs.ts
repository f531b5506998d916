import pg from 'pg';
import type { ServiceName } from '@hearth/contract-kit';
import { clientOptions, jobSchemaName, loginUrl } from '@hearth/data';
import { addBackfills } from './backfills/add-backfills.js';
import { BackfillPlaces, finishedBackfills } from './backfills/places.js';
import { makeBoss } from './boss.js';
import type { JobDefinition } from './job.js';
import { ensureQueues } from './queues.js';
import { Ticks } from './schedules/ticks.js';

/**
 * Creates and updates the job tables and queues of a service, and adds its unfinished backfills, with the service's own login, in the schema that `migrate` created.
 * @param url server and database; its user is a member of the service's role where the service has no login of its own
 * @param storages every storage of the system, for jobs queued per storage
 */
export async function migrateJobs(
  url: string,
  service: ServiceName,
  jobs: readonly JobDefinition[],
  storages: readonly string[] = [],
): Promise<void> {
  const pool = new pg.Pool({ ...clientOptions({ service }, loginUrl(url, service)), max: 2 });
  const db = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
  const boss = makeBoss(service, db, { migrate: true, supervise: false });
  const failures: Error[] = [];
  boss.on('error', (error) => failures.push(error));
  try {
    await boss.start();
    await pool.query(waitingJobsTrigger(service));
    await pool.query(Ticks.creation(service));
    await pool.query(BackfillPlaces.creation(service));
    await ensureQueues(boss, jobs, storages);
    const { rows } = await pool.query<{ name: string }>(finishedBackfills(service));
    await addBackfills(
      boss,
      jobs,
      rows.map(({ name }) => name),
    );
    await boss.stop();
  } finally {
    await pool.end();
  }
  if (failures[0]) throw failures[0];
}

/**
 * SQL of a trigger that notifies the workers, at commit, of every job that begins to wait (new, failed or requeued). The payload is the queue's name
 * when the job may be taken at once, and empty when it is due later.
 */
function waitingJobsTrigger(service: ServiceName): string {
  const schema = jobSchemaName(service);
  return `
    create or replace function ${schema}.notify_waiting_job() returns trigger language plpgsql as $$
    begin
      perform pg_notify('${schema}', case when new.start_after <= now() then new.name else '' end);
      return null;
    end $$;
    create or replace trigger waiting_job after insert or update of state, start_after on ${schema}.job
      for each row when (new.state < 'active') execute function ${schema}.notify_waiting_job();`;
}

import type { PgBoss } from 'pg-boss';
import { envelopeOf } from '../envelope.js';
import { queueName, type JobDefinition } from '../job.js';
import { isBackfill } from './backfill.js';

/** Adds the job of each backfill that has not finished. At most one waits, and one that finds nothing left ends at once. */
export async function addBackfills(
  boss: PgBoss,
  jobs: readonly JobDefinition[],
  finished: readonly string[],
): Promise<void> {
  for (const job of jobs.filter(isBackfill)) {
    if (finished.includes(job.name)) continue;
    await boss.send(queueName(job), envelopeOf({}), { singletonKey: job.name });
  }
}

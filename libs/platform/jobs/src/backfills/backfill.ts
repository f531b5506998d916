import { z } from 'zod';
import { defineJob, type JobDefinition } from '../job.js';

/** A change of all rows that a table had when a column was added, in batches of its key, as a job. */
export interface BackfillDefinition extends JobDefinition<z.ZodObject> {
  /** Table of the service's schema. */
  readonly table: string;
  /** Its ascending `bigint` key. */
  readonly key: string;
}

/** A run ends after a day at the latest and goes on in the next one. */
const LONGEST_RUN_SECONDS = 24 * 60 * 60;

/**
 * Declares a backfill: a job that the migration of the service adds, again with each migration until it has finished.
 * @throws Error when the name is not valid for a queue
 */
export function defineBackfill(options: { name: string; table: string; key?: string }): BackfillDefinition {
  const job = { data: z.object({}), unique: true, retries: 100, timeoutSeconds: LONGEST_RUN_SECONDS };
  return { key: 'id', ...options, ...defineJob({ ...job, name: options.name }) };
}

export function isBackfill(job: JobDefinition): job is BackfillDefinition {
  return 'table' in job && 'key' in job;
}

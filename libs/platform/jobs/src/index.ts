export { defineBackfill, type BackfillDefinition } from './backfills/backfill.js';
export { runBackfill, type FillBatch } from './backfills/run-backfill.js';
export { DeadJobs, type DeadJob } from './dead-jobs.js';
export { Job, type JobRun } from './handlers.js';
export { defineJob, type JobDataOf, type JobDefinition } from './job.js';
export { Jobs, type AddOptions } from './jobs.js';
export { JobsModule } from './jobs.module.js';
export { migrateJobs } from './migrate-jobs.js';
export { startJobs, type RunningJobs } from './start-jobs.js';

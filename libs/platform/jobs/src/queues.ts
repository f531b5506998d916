import type { PgBoss } from 'pg-boss';
import { DEAD_QUEUE, deadQueueOptions, queueNames, queueOptions, type JobDefinition } from './job.js';

/** Makes the queues that are missing and brings the options of the others up to date. */
export async function ensureQueues(
  boss: PgBoss,
  jobs: readonly JobDefinition[],
  storages: readonly string[],
): Promise<void> {
  await boss.createQueue(DEAD_QUEUE, deadQueueOptions);
  for (const job of jobs) {
    const options = queueOptions(job);
    for (const queue of queueNames(job, storages)) {
      await boss.createQueue(queue, { ...options, policy: job.unique ? 'short' : 'standard' });
      await boss.updateQueue(queue, options);
    }
  }
}

import type { PgBoss } from 'pg-boss';
import {
  DEAD_QUEUE,
  FINISHED_KEPT_SECONDS,
  deadQueueOptions,
  queueNames,
  queueOptions,
  type JobDefinition,
} from './job.js';

/** pg-boss' own queue of due schedules, from which one process adds the jobs. */
const DUE_QUEUE = '__pgboss__send-it';

/** A due schedule is enqueued at once, or soon by another process if the one that took it dies. */
const dueQueueOptions = {
  retryLimit: 10,
  retryDelay: 1,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  deleteAfterSeconds: FINISHED_KEPT_SECONDS,
};

/** Creates missing queues and updates the options of existing ones. */
export async function ensureQueues(
  boss: PgBoss,
  jobs: readonly JobDefinition[],
  storages: readonly string[],
): Promise<void> {
  await boss.createQueue(DEAD_QUEUE, deadQueueOptions);
  await boss.updateQueue(DEAD_QUEUE, deadQueueOptions);
  await boss.createQueue(DUE_QUEUE, dueQueueOptions);
  await boss.updateQueue(DUE_QUEUE, dueQueueOptions);
  for (const job of jobs) {
    const options = queueOptions(job);
    for (const queue of queueNames(job, storages)) {
      await boss.createQueue(queue, { ...options, policy: job.unique ? 'short' : 'standard' });
      await boss.updateQueue(queue, options);
    }
  }
}

/** Queues that hold no jobs of the service's own. */
export const INTERNAL_QUEUES: readonly string[] = [DEAD_QUEUE, DUE_QUEUE];

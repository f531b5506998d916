import type { PgBoss } from 'pg-boss';
import {
  DEAD_QUEUE,
  FINISHED_KEPT_SECONDS,
  deadQueueOptions,
  queueNames,
  queueOptions,
  type JobDefinition,
} from './job.js';

/** Where pg-boss puts what is due, for one of the processes to hand on to its queue. The name is pg-boss' own. */
const DUE_QUEUE = '__pgboss__send-it';

/** What is due is handed on at once, and soon by another process when the one that took it dies. */
const dueQueueOptions = {
  retryLimit: 10,
  retryDelay: 1,
  expireInSeconds: 60,
  heartbeatSeconds: 10,
  deleteAfterSeconds: FINISHED_KEPT_SECONDS,
  notify: true,
};

/** Makes the queues that are missing and brings the options of the others up to date. */
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

/** True for a queue that holds a service's own jobs. */
export function isOwnQueue(queue: string): boolean {
  return queue !== DEAD_QUEUE && queue !== DUE_QUEUE;
}

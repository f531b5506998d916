import type { QueueOptions as BossQueueOptions } from 'pg-boss';
import type { z } from 'zod';
import { checkSchedule } from './schedules/cron.js';

/** A kind of background work: durable, retried until it succeeds or its attempts are used up. */
export interface JobDefinition<Data extends z.ZodType = z.ZodType> {
  /** kebab-case, unique in its service. */
  readonly name: string;
  readonly data: Data;
  /** True: one queue per storage, worked only by the process that owns the storage. */
  readonly perStorage: boolean;
  /** Attempts after the first, with a backoff from 1 s to 5 min. */
  readonly retries: number;
  /** Longest single run in seconds; after that its signal is aborted and the attempt has failed. */
  readonly timeoutSeconds: number;
  /** Jobs that run at the same time in one process. */
  readonly concurrency: number;
  /** True: at most one job waits for each singletonKey, while another may be running. */
  readonly unique: boolean;
  /**
   * Cron expression of five fields. The job is added once for each tick in the whole system, with `{}` as data; a job with `perStorage`
   * once for each storage.
   */
  readonly schedule: string | undefined;
  /** IANA name of the schedule's time zone. */
  readonly timeZone: string;
}

export type JobDataOf<J extends JobDefinition> = z.output<J['data']>;

/** Queue of the jobs whose attempts are used up. */
export const DEAD_QUEUE = 'dead-letters';

/**
 * Longest time that a job may wait in a queue or as a dead letter: practically for ever, since pg-boss has no such option and no job may be
 * lost silently.
 */
const WAITING_KEPT_SECONDS = 50 * 365 * 24 * 60 * 60;
/** Retention of finished jobs in seconds. Short, because pg-boss' supervision scans the whole table. */
export const FINISHED_KEPT_SECONDS = 60 * 60;
/** Slack before pg-boss itself expires a run, so that the process can time it out first. pg-boss allows a day at most. */
const EXPIRY_SLACK_SECONDS = 30;
const LONGEST_EXPIRY_SECONDS = 24 * 60 * 60;

type Options<Data extends z.ZodType> = Pick<JobDefinition<Data>, 'name' | 'data'> & Partial<JobDefinition<Data>>;

/**
 * Declares a job. Defaults: one queue, 10 retries, 15 minutes for a run, one run at a time in each process, no schedule.
 * @throws when the name is not valid for a queue, a run may take more than a day, the schedule or its zone is invalid, or a scheduled job's
 * data does not accept `{}`
 */
export function defineJob<Data extends z.ZodType>(options: Options<Data>): JobDefinition<Data> {
  if (!/^[a-z][a-z0-9-]*$/.test(options.name) || options.name === DEAD_QUEUE) {
    throw new Error(`${options.name} cannot be the name of a job`);
  }
  const defaults = { perStorage: false, retries: 10, timeoutSeconds: 900, concurrency: 1, unique: false };
  const job = { ...defaults, schedule: undefined, timeZone: 'UTC', ...options };
  if (job.timeoutSeconds < 1 || job.timeoutSeconds > LONGEST_EXPIRY_SECONDS) {
    throw new Error(`a run of ${job.name} may take between a second and a day`);
  }
  if (job.schedule !== undefined) checkSchedule({ ...job, schedule: job.schedule });
  return job;
}

/**
 * Returns the name of a job's queue.
 * @param storage the storage that the job works on; only for a job with `perStorage`
 * @throws when a storage is missing or superfluous
 */
export function queueName(job: JobDefinition, storage?: string): string {
  if (job.perStorage !== (storage !== undefined)) {
    throw new Error(`the job ${job.name} ${job.perStorage ? 'needs a' : 'has no'} storage`);
  }
  return storage === undefined ? job.name : `${job.name}/${storage}`;
}

/** Lists all queues of a job for the given storages. */
export function queueNames(job: JobDefinition, storages: readonly string[]): string[] {
  return job.perStorage ? storages.map((storage) => queueName(job, storage)) : [queueName(job)];
}

/** pg-boss' options of the job's queue. */
export function queueOptions(job: JobDefinition): BossQueueOptions & { deadLetter: string } {
  return {
    retryLimit: job.retries,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: Math.min(job.timeoutSeconds + EXPIRY_SLACK_SECONDS, LONGEST_EXPIRY_SECONDS),
    retentionSeconds: WAITING_KEPT_SECONDS,
    deleteAfterSeconds: FINISHED_KEPT_SECONDS,
    deadLetter: DEAD_QUEUE,
  };
}

/** Options of the dead-letter queue: its jobs wait until they are replayed. */
export const deadQueueOptions: BossQueueOptions = {
  retentionSeconds: WAITING_KEPT_SECONDS,
  deleteAfterSeconds: FINISHED_KEPT_SECONDS,
};

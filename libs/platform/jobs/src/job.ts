import type { QueueOptions as BossQueueOptions } from 'pg-boss';
import type { z } from 'zod';
import { checkSchedule } from './schedules/cron.js';

/** A kind of background work: durable, repeated until it succeeds or its attempts are used up. */
export interface JobDefinition<Data extends z.ZodType = z.ZodType> {
  /** kebab-case, unique in its service. */
  readonly name: string;
  readonly data: Data;
  /** True: one queue for each storage, worked only by the process that owns the storage. */
  readonly perStorage: boolean;
  /** Attempts after the first, with a back-off from 1 s to 5 min. */
  readonly retries: number;
  /** Longest single run; then its signal is aborted and the run has failed. */
  readonly timeoutSeconds: number;
  /** How many run at once in one process. */
  readonly concurrency: number;
  /** True: at most one job waits for each singletonKey; another may be running. */
  readonly unique: boolean;
  /**
   * Cron expression of five fields: the job is added by itself, with `{}` as data, once for each tick in the whole system; a job with
   * `perStorage` once for each storage.
   */
  readonly schedule: string | undefined;
  /** IANA name of the zone that the schedule is meant in. */
  readonly timeZone: string;
}

export type JobDataOf<J extends JobDefinition> = z.output<J['data']>;

/** Where jobs go whose attempts are used up. */
export const DEAD_QUEUE = 'dead-letters';

/** How long a job may wait, for its turn or as a dead letter: pg-boss knows no "for ever", and nothing may be lost silently. */
const WAITING_KEPT_SECONDS = 50 * 365 * 24 * 60 * 60;
/** How long a finished job is kept: the table stays small, since supervision looks through all of it. */
export const FINISHED_KEPT_SECONDS = 60 * 60;
/** pg-boss ends a run of itself only after its process had time to do so, and never later than after a day. */
const EXPIRY_SLACK_SECONDS = 30;
const LONGEST_EXPIRY_SECONDS = 24 * 60 * 60;

type Options<Data extends z.ZodType> = Pick<JobDefinition<Data>, 'name' | 'data'> & Partial<JobDefinition<Data>>;

/**
 * Declares a job. Without more: one queue, 10 retries, 15 minutes at most for a run, one at a time in each process, no schedule.
 * @throws when the name cannot be a queue's, a run may take more than a day, the schedule or its zone cannot be read, or a scheduled job's data cannot be `{}`
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
 * The queue of a job.
 * @param storage the storage that the job touches; only for a job with `perStorage`
 * @throws when a storage is missing or one too many
 */
export function queueName(job: JobDefinition, storage?: string): string {
  if (job.perStorage !== (storage !== undefined)) {
    throw new Error(`the job ${job.name} ${job.perStorage ? 'needs a' : 'has no'} storage`);
  }
  return storage === undefined ? job.name : `${job.name}/${storage}`;
}

/** Every queue of a job, for the given storages. */
export function queueNames(job: JobDefinition, storages: readonly string[]): string[] {
  return job.perStorage ? storages.map((storage) => queueName(job, storage)) : [queueName(job)];
}

/** How pg-boss treats the queue. */
export function queueOptions(job: JobDefinition): BossQueueOptions & { deadLetter: string; notify: boolean } {
  return {
    retryLimit: job.retries,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: 300,
    expireInSeconds: Math.min(job.timeoutSeconds + EXPIRY_SLACK_SECONDS, LONGEST_EXPIRY_SECONDS),
    heartbeatSeconds: 10,
    retentionSeconds: WAITING_KEPT_SECONDS,
    deleteAfterSeconds: FINISHED_KEPT_SECONDS,
    deadLetter: DEAD_QUEUE,
    notify: true,
  };
}

/** Dead letters wait until somebody replays them. */
export const deadQueueOptions: BossQueueOptions = {
  retentionSeconds: WAITING_KEPT_SECONDS,
  deleteAfterSeconds: FINISHED_KEPT_SECONDS,
};

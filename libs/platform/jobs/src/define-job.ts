import type { z } from 'zod';

export interface JobOptions<Data extends z.ZodType> {
  /** kebab-case, unique within its service. */
  name: string;
  data: Data;
  /** True where the work is on a storage: each storage has a queue of its own, worked only by the process that owns it. */
  perStorage?: boolean;
  /** How often a failed job is tried again, with a growing wait of 1 s to 5 min, before it is a dead letter; 10 unless given. */
  retries?: number;
  /** Longest single run, in seconds; then its signal is aborted and the run has failed. 900 unless given. */
  timeoutSeconds?: number;
  /** How many run at once in one process; 1 unless given. */
  concurrency?: number;
  /** At most one job waits for each `singletonKey`; another may be running. */
  unique?: boolean;
}

/** A kind of durable work. It may be run again at any time with the same result. */
export type JobDefinition<Data extends z.ZodType = z.ZodType> = Readonly<Required<JobOptions<Data>>>;

export type JobDataOf<J extends JobDefinition> = z.output<J['data']>;

/** Declares a job. */
export function defineJob<Data extends z.ZodType>(options: JobOptions<Data>): JobDefinition<Data> {
  return { perStorage: false, retries: 10, timeoutSeconds: 900, concurrency: 1, unique: false, ...options };
}

/**
 * The queue of a job.
 * @throws when a job that needs a storage is given none, or the other way round
 */
export function queueName({ name, perStorage }: JobDefinition, storage: string | undefined): string {
  if (perStorage !== (storage !== undefined)) {
    throw new Error(`${name} ${perStorage ? 'is queued by storage: name one' : 'is not queued by storage'}`);
  }
  return storage === undefined ? name : `${name}.${storage}`;
}

/** Where jobs of a queue end up that failed for good. */
export function deadLetterQueueName(queue: string): string {
  return `${queue}.dead`;
}

/** Every queue of some jobs, given the storages there are. */
export function queuesOf(
  jobs: readonly JobDefinition[],
  storages: readonly string[],
): { job: JobDefinition; queue: string }[] {
  return jobs.flatMap((job) =>
    job.perStorage
      ? storages.map((storage) => ({ job, queue: queueName(job, storage) }))
      : [{ job, queue: queueName(job, undefined) }],
  );
}

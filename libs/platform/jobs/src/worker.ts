import { Injectable } from '@nestjs/common';
import type { JobDataOf, JobDefinition } from './job.js';

/** What a run learns besides its data. */
export interface JobRun {
  readonly id: string;
  /** 1 the first time. */
  readonly attempt: number;
  /** Aborted when the run took too long or the process is about to end. */
  readonly signal: AbortSignal;
}

/** Does the work of one kind of job. It may run again at any time, after a failure or a death, with the same result. */
export interface JobWorker<J extends JobDefinition = JobDefinition> {
  run(data: JobDataOf<J>, run: JobRun): Promise<void>;
}

export type JobWorkerClass = new (...dependencies: never[]) => JobWorker;

const jobs = new WeakMap<object, JobDefinition>();

/**
 * Makes a class the worker of a job. List it in the `providers` of its service's module and in
 * `JobsModule.forService(service, { workers })`.
 */
export function Job<J extends JobDefinition>(job: J) {
  return <C extends new (...dependencies: never[]) => JobWorker<J>>(target: C): void => {
    Injectable()(target);
    jobs.set(target, job);
  };
}

/**
 * The job of a worker class.
 * @throws when the class has no @Job
 */
export function jobOf(worker: JobWorkerClass): JobDefinition {
  const job = jobs.get(worker);
  if (!job) throw new Error(`${worker.name} is listed as a worker, but has no @Job(job)`);
  return job;
}

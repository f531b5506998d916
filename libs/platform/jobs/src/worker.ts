import { Injectable } from '@nestjs/common';
import type { JobDataOf, JobDefinition } from './job.js';

/** Context of a job's run, in addition to the job's data. */
export interface JobRun {
  readonly id: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Aborted when the run exceeds its time limit or the process shuts down. */
  readonly signal: AbortSignal;
}

/** Runs the jobs of one kind. A job may run again at any time, after a failure or a killed process, and must have the same result. */
export interface JobWorker<J extends JobDefinition = JobDefinition> {
  run(data: JobDataOf<J>, run: JobRun): Promise<void>;
}

const jobs = new WeakMap<object, JobDefinition>();

/** Declares a class as the worker of a job. It is found among the `providers` of its service's module. */
export function Job<J extends JobDefinition>(job: J) {
  return <C extends new (...dependencies: never[]) => JobWorker<J>>(target: C): void => {
    Injectable()(target);
    jobs.set(target, job);
  };
}

/** Returns the job that a provider works; undefined for one without @Job. */
export function jobOf(provider: object): JobDefinition | undefined {
  return jobs.get(provider.constructor);
}

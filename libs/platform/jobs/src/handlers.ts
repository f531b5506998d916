import { SetMetadata } from '@nestjs/common';
import { MetadataScanner } from '@nestjs/core';
import type { JobDataOf, JobDefinition } from './job.js';

/** Context of a job's run, in addition to the job's data. */
export interface JobRun {
  readonly id: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
  /** Aborted when the run exceeds its time limit or the process shuts down. */
  readonly signal: AbortSignal;
}

/** A job with the method that runs it. */
export interface JobHandler {
  readonly job: JobDefinition;
  readonly run: (data: unknown, run: JobRun) => Promise<unknown>;
}

type Handling<J extends JobDefinition> = <F extends (data: JobDataOf<J>, run: JobRun) => Promise<unknown>>(
  target: object,
  property: string,
  descriptor: TypedPropertyDescriptor<F>,
) => void;

const JOB = 'hearth:job';
const scanner = new MetadataScanner();

/**
 * Declares a provider's method as the handler of a job. A job may run again at any time, after a failure or a killed process, and must have the
 * same result.
 */
export function Job<J extends JobDefinition>(job: J): Handling<J> {
  return SetMetadata(JOB, job);
}

/** Lists the jobs that a provider's methods handle. */
export function jobHandlersOf(provider: object): JobHandler[] {
  const methods = provider as Record<string, JobHandler['run']>;
  return scanner.getAllMethodNames(Object.getPrototypeOf(provider) as object).flatMap((name) => {
    const job = Reflect.getMetadata(JOB, methods[name]!) as JobDefinition | undefined;
    return job ? [{ job, run: (data: unknown, run: JobRun) => methods[name]!(data, run) }] : [];
  });
}

import type { INestApplicationContext } from '@nestjs/common';
import { providersBeside } from '@hearth/data';
import { JobsOptions, ServiceJobs } from './service-jobs.js';
import { jobHandlersOf } from './handlers.js';

/** The running jobs of a process. */
export interface RunningJobs {
  /** Returns true once the queues of every service are worked. */
  ready(): boolean;
  /** Takes no more jobs and waits up to `deadlineMs` for running ones; the rest is requeued and runs again elsewhere or later. */
  stop(deadlineMs?: number): Promise<void>;
}

/**
 * Starts the workers of every service in the app. Returns without waiting for the database.
 * @throws when a worker belongs to no service, or its job is queued per storage and the process owns none
 */
export function startJobs(app: INestApplicationContext): RunningJobs {
  const services: ServiceJobs[] = [];
  for (const [options, beside] of Map.groupBy(providersBeside(app, JobsOptions), ({ imported }) => imported)) {
    const providers = beside.map(({ provider }) => provider);
    const stray = providers.find((provider) => jobHandlersOf(provider).length > 0);
    if (options) services.push(new ServiceJobs(options, providers));
    else if (stray) throw new Error(`${stray.constructor.name} has @Job, but its module does not import JobsModule`);
  }
  for (const service of services) service.start();
  return {
    ready: () => services.every(({ ready }) => ready),
    stop: async (deadlineMs = 10_000) => {
      await Promise.all(services.map((service) => service.stop(deadlineMs)));
    },
  };
}

import type { INestApplicationContext } from '@nestjs/common';
import { instancesOf } from '@hearth/data';
import { ServiceJobs } from './service-jobs.js';

/** The running jobs of a process. */
export interface RunningJobs {
  /** True once every service works its queues. */
  ready(): boolean;
  /** Takes no more jobs and waits for running ones, `deadlineMs` at most; the rest is given back and runs again elsewhere or later. */
  stop(deadlineMs?: number): Promise<void>;
}

/**
 * Starts the workers of every service in the app. Returns without waiting for the database.
 * @throws when a worker is not among the providers of its module
 */
export function startJobs(app: INestApplicationContext): Promise<RunningJobs> {
  const services = instancesOf(app, ServiceJobs);
  for (const service of services) service.start(app);
  return Promise.resolve({
    ready: () => services.every(({ ready }) => ready),
    stop: async (deadlineMs = 10_000) => {
      await Promise.all(services.map((service) => service.stop(deadlineMs)));
    },
  });
}

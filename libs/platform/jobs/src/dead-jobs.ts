import type { PgBoss } from 'pg-boss';
import { DEAD_QUEUE } from './job.js';

/** A job whose attempts are used up. */
export interface DeadJob {
  readonly id: string;
  /** The queue it came from: the job's name, with its storage if it has one. */
  readonly queue: string;
  readonly data: unknown;
  /** What the last attempt failed with. */
  readonly error: unknown;
  readonly at: Date;
}

/** The jobs of a service that were given up, and how to give them once more. */
export class DeadJobs {
  constructor(private readonly boss: PgBoss) {}

  /** The oldest first. */
  async list(): Promise<DeadJob[]> {
    const jobs = await this.boss.findJobs(DEAD_QUEUE, { queued: true });
    return jobs
      .map(({ id, sourceName, data, output, createdOn }) => {
        return { id, queue: sourceName ?? DEAD_QUEUE, data, error: output, at: createdOn };
      })
      .sort((a, b) => a.at.getTime() - b.at.getTime());
  }

  /** Puts all of them back into their queues, with all their attempts. Returns how many. */
  replay(): Promise<number> {
    return this.boss.redrive(DEAD_QUEUE);
  }
}

import type { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { Tx } from '@hearth/data';
import { inTransaction } from './boss.js';
import { enclose } from './envelope.js';
import { queueName, type JobDefinition } from './job.js';

export interface AddOptions {
  /** The storage that the job touches; exactly for jobs with `perStorage`. */
  storage?: string;
  /** For a `unique` job: what makes two jobs the same. */
  singletonKey?: string;
  startAfterSeconds?: number;
}

/** Where a service leaves work to be done later. */
export class Jobs {
  constructor(private readonly boss: PgBoss) {}

  /**
   * Adds a job in the caller's transaction: it exists once that is committed, and never if it is rolled back. The origin and the trace of
   * the running work are kept with it: the run goes back to them.
   * @throws z.ZodError when `data` is not what the job says; Error for an unknown queue or storage
   */
  async add<J extends JobDefinition>(
    tx: Tx,
    job: J,
    data: z.input<J['data']>,
    options: AddOptions = {},
  ): Promise<void> {
    const { storage, singletonKey, startAfterSeconds } = options;
    if (job.unique && !singletonKey) throw new Error(`the job ${job.name} needs a singletonKey`);
    await this.boss.send(queueName(job, storage), enclose(job.data.parse(data)), {
      db: inTransaction(tx),
      ...(singletonKey !== undefined && { singletonKey }),
      ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
    });
  }
}

import type { PgBoss } from 'pg-boss';
import type { z } from 'zod';
import type { ServiceName } from '@hearth/contract-kit';
import type { Tx } from '@hearth/data';
import { CallersTransaction, makeBoss } from './boss.js';
import { envelopeOf } from './envelope.js';
import { queueName, type JobDefinition } from './job.js';

export interface AddOptions {
  /** The storage that the job works on; required for jobs with `perStorage`, invalid for others. */
  storage?: string;
  /** Deduplication key of a `unique` job. */
  singletonKey?: string;
  startAfterSeconds?: number;
}

/** Enqueues the background jobs of a service. */
export class Jobs {
  private readonly transactions = new CallersTransaction();
  private readonly boss: PgBoss;

  /** @param service whose jobs are added, also by programs that run none */
  constructor(service: ServiceName) {
    this.boss = makeBoss(service, this.transactions);
  }

  /**
   * Adds a job in the caller's transaction: it exists once that commits. The origin and trace of the running work are stored with it and
   * restored for the run.
   * @throws z.ZodError when `data` does not match the job's schema; Error for an unknown queue or storage
   */
  async add<J extends JobDefinition>(
    tx: Tx,
    job: J,
    data: z.input<J['data']>,
    options: AddOptions = {},
  ): Promise<void> {
    const { storage, singletonKey, startAfterSeconds } = options;
    if (job.unique && !singletonKey) throw new Error(`the job ${job.name} needs a singletonKey`);
    const [queue, envelope] = [queueName(job, storage), envelopeOf(job.data.parse(data))];
    const given = {
      ...(singletonKey !== undefined && { singletonKey }),
      ...(startAfterSeconds !== undefined && { startAfter: startAfterSeconds }),
    };
    await this.transactions.run(tx, () => this.boss.send(queue, envelope, given));
  }

  /** Adds jobs as {@link Jobs.add} does, with one statement for all. */
  async addAll<J extends JobDefinition>(
    tx: Tx,
    job: J,
    entries: readonly { readonly data: z.input<J['data']>; readonly singletonKey: string }[],
  ): Promise<void> {
    if (entries.length === 0) return;
    const jobs = entries.map(({ data, singletonKey }) => ({ data: envelopeOf(job.data.parse(data)), singletonKey }));
    await this.transactions.run(tx, () => this.boss.insert(queueName(job), jobs));
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, Jobs, type JobDataOf, type JobRun } from '@hearth/jobs';
import { QueueDigestsJob, SendDigestJob } from '../jobs.js';
import { DigestsStore } from './digests.store.js';

const BATCH = 1_000;

/** Makes the digests that are due, and adds a job for each of them. */
@Injectable()
export class QueueDigests {
  constructor(
    private readonly db: Database,
    private readonly jobs: Jobs,
    private readonly digestsStore: DigestsStore,
  ) {}

  /** Mails join a digest in the transaction that adds its job, so that each is sent with one digest, whenever a process ends. */
  @Job(QueueDigestsJob)
  async execute(
    _: JobDataOf<typeof QueueDigestsJob>,
    { signal }: Pick<JobRun, 'signal'>,
    now = new Date(),
  ): Promise<void> {
    let made: number;
    do {
      signal.throwIfAborted();
      made = await this.db.tx(async (tx) => {
        const digests = await this.digestsStore.make(tx, now);
        const entries = digests.map((digest) => ({ data: digest, singletonKey: digest.batch }));
        await this.jobs.addAll(tx, SendDigestJob, entries);
        return digests.length;
      });
    } while (made > 0);
    await this.db.inBatches(BATCH, (tx) => this.digestsStore.trim(tx, now, BATCH), signal);
  }
}

import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobRun } from '@hearth/jobs';
import { TrimDeliveriesJob } from '../jobs.js';
import { DeliveriesStore } from './deliveries.store.js';

const BATCH = 1_000;

/** Deletes deliveries that ended more than a week ago. */
@Injectable()
export class TrimDeliveries {
  constructor(
    private readonly db: Database,
    private readonly deliveriesStore: DeliveriesStore,
  ) {}

  @Job(TrimDeliveriesJob)
  execute(_: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    return this.db.inBatches(BATCH, (tx) => this.deliveriesStore.trim(tx, BATCH), signal);
  }
}

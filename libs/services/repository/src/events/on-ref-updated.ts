import type { EventDataOf } from '@hearth/contract-kit';
import { RefUpdated } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { RequestMeasurement } from '../statistics/request-measurement.js';

/** What was pushed is measured later: nobody who pushes waits for it. */
@On(RefUpdated)
export class OnRefUpdated implements Reaction<typeof RefUpdated> {
  constructor(private readonly measurement: RequestMeasurement) {}

  handle({ projectId }: EventDataOf<typeof RefUpdated>, tx: Tx): Promise<void> {
    return this.measurement.within(tx, projectId);
  }
}

import type { EventDataOf } from '@hearth/contract-kit';
import { DefaultBranchChangedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { RequestMeasurement } from '../statistics/request-measurement.js';

/** Another branch's commits count from now on. */
@On(DefaultBranchChangedEvent)
export class OnDefaultBranchChanged implements Reaction<typeof DefaultBranchChangedEvent> {
  constructor(private readonly measurement: RequestMeasurement) {}

  handle({ projectId }: EventDataOf<typeof DefaultBranchChangedEvent>, tx: Tx): Promise<void> {
    return this.measurement.within(tx, projectId);
  }
}

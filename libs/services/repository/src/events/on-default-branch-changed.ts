import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { DefaultBranchChangedEvent } from '@hearth/repository-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { RequestMeasurement } from '../statistics/request-measurement.js';

/** Another branch's commits count from now on. */
@Controller()
export class OnDefaultBranchChanged {
  constructor(private readonly measurement: RequestMeasurement) {}

  @On(DefaultBranchChangedEvent)
  handle({ projectId }: EventDataOf<typeof DefaultBranchChangedEvent>, { tx }: Delivery): Promise<void> {
    return this.measurement.within(tx, projectId);
  }
}

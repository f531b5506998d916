import type { EventDataOf } from '@hearth/contract-kit';
import { RefUpdatedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { RequestCount } from '../contributors/request-count.js';
import { MaintainRepository } from '../repositories/maintain-repository.js';
import { RequestMeasurement } from '../statistics/request-measurement.js';

/** What was pushed is measured and packed later: nobody who pushes waits for it. */
@On(RefUpdatedEvent)
export class OnRefUpdated implements Reaction<typeof RefUpdatedEvent> {
  constructor(
    private readonly measurement: RequestMeasurement,
    private readonly maintainRepository: MaintainRepository,
    private readonly requestCount: RequestCount,
  ) {}

  async handle({ projectId }: EventDataOf<typeof RefUpdatedEvent>, tx: Tx): Promise<void> {
    await this.measurement.within(tx, projectId);
    await this.maintainRepository.requestWithin(tx, projectId);
    await this.requestCount.within(tx, projectId);
  }
}

import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { RefUpdatedEvent } from '@hearth/repository-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { RequestCount } from '../contributors/request-count.js';
import { MaintainRepository } from '../repositories/maintain-repository.js';
import { RequestMeasurement } from '../statistics/request-measurement.js';

/** Measures and packs what was pushed in a job, so that no push waits for it. */
@Controller()
export class OnRefUpdated {
  constructor(
    private readonly measurement: RequestMeasurement,
    private readonly maintainRepository: MaintainRepository,
    private readonly requestCount: RequestCount,
  ) {}

  @On(RefUpdatedEvent)
  async handle({ projectId }: EventDataOf<typeof RefUpdatedEvent>, { tx }: Delivery): Promise<void> {
    await this.measurement.within(tx, projectId);
    await this.maintainRepository.requestWithin(tx, projectId);
    await this.requestCount.within(tx, projectId);
  }
}

import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { RefUpdatedEvent } from '@hearth/repository-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { RequestCount } from '../contributors/request-count.js';
import { FollowRepository } from '../copies/follow-repository.js';
import { MaintainRepository } from '../repositories/maintain-repository.js';
import { RequestMeasurement } from '../statistics/request-measurement.js';

/** Copies, measures and packs what was pushed in jobs, so that no push waits for them. */
@Controller()
export class OnRefUpdated {
  constructor(
    private readonly measurement: RequestMeasurement,
    private readonly maintainRepository: MaintainRepository,
    private readonly requestCount: RequestCount,
    private readonly followRepository: FollowRepository,
  ) {}

  @On(RefUpdatedEvent)
  async handle({ projectId }: EventDataOf<typeof RefUpdatedEvent>, { tx }: Delivery): Promise<void> {
    await this.followRepository.requestWithin(tx, projectId);
    await this.measurement.within(tx, projectId);
    await this.maintainRepository.requestWithin(tx, projectId);
    await this.requestCount.within(tx, projectId);
  }
}

import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { DefaultBranchChangedEvent } from '@hearth/repository-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { FollowRepository } from '../copies/follow-repository.js';
import { RequestMeasurement } from '../statistics/request-measurement.js';

/** The commits of another branch count from now on, and copies point their HEAD at it. */
@Controller()
export class OnDefaultBranchChanged {
  constructor(
    private readonly measurement: RequestMeasurement,
    private readonly followRepository: FollowRepository,
  ) {}

  @On(DefaultBranchChangedEvent)
  async handle({ projectId }: EventDataOf<typeof DefaultBranchChangedEvent>, { tx }: Delivery): Promise<void> {
    await this.followRepository.requestWithin(tx, projectId);
    await this.measurement.within(tx, projectId);
  }
}

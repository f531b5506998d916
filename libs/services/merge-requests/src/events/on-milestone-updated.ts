import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { MilestoneUpdatedEvent } from '@hearth/projects-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { KnownStore } from '../known/known.store.js';

/** Lists find merge requests by what a milestone is now. */
@Controller()
export class OnMilestoneUpdated {
  constructor(private readonly knownStore: KnownStore) {}

  @On(MilestoneUpdatedEvent)
  async handle(
    { milestoneId, ...milestone }: EventDataOf<typeof MilestoneUpdatedEvent>,
    { tx }: Delivery,
  ): Promise<void> {
    await this.knownStore.saveMilestone(tx, { ...milestone, id: milestoneId });
  }
}

import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { MilestoneDeletedEvent, MilestonesByIdsQuery } from '@hearth/projects-contracts';
import { On, gone, type Delivery } from '@hearth/messaging';
import { KnownStore } from '../known/known.store.js';

/** Merge requests lose a milestone that was deleted, and get the one that it was merged into. */
@Controller()
export class OnMilestoneDeleted {
  constructor(private readonly knownStore: KnownStore) {}

  @On(MilestoneDeletedEvent, { confirm: gone(MilestonesByIdsQuery, ({ milestoneId }) => ({ ids: [milestoneId] })) })
  async handle(
    { milestoneId, mergedInto }: EventDataOf<typeof MilestoneDeletedEvent>,
    { tx }: Delivery,
  ): Promise<void> {
    if (mergedInto) await this.knownStore.replaceMilestone(tx, milestoneId, mergedInto);
    await this.knownStore.removeMilestone(tx, milestoneId);
  }
}

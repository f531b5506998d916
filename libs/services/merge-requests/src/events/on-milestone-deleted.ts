import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { MilestoneDeletedEvent, MilestonesByIdsQuery } from '@hearth/projects-contracts';
import { On, gone, type Delivery } from '@hearth/messaging';
import { KnownStore } from '../known/known.store.js';

/** Merge requests lose a milestone that was deleted. */
@Controller()
export class OnMilestoneDeleted {
  constructor(private readonly knownStore: KnownStore) {}

  @On(MilestoneDeletedEvent, { confirm: gone(MilestonesByIdsQuery, ({ milestoneId }) => ({ ids: [milestoneId] })) })
  async handle({ milestoneId }: EventDataOf<typeof MilestoneDeletedEvent>, { tx }: Delivery): Promise<void> {
    await this.knownStore.removeMilestone(tx, milestoneId);
  }
}

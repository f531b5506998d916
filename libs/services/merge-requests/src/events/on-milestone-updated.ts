import type { EventDataOf } from '@hearth/contract-kit';
import { MilestoneUpdatedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { KnownStore } from '../known/known.store.js';

/** Lists find merge requests by what a milestone is now. */
@On(MilestoneUpdatedEvent)
export class OnMilestoneUpdated implements Reaction<typeof MilestoneUpdatedEvent> {
  constructor(private readonly knownStore: KnownStore) {}

  async handle({ milestoneId, ...milestone }: EventDataOf<typeof MilestoneUpdatedEvent>, tx: Tx): Promise<void> {
    await this.knownStore.saveMilestone(tx, { ...milestone, id: milestoneId });
  }
}

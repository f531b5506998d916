import { Calls } from '@hearth/calls';
import type { EventDataOf } from '@hearth/contract-kit';
import { MilestoneDeletedEvent, MilestonesByIdsQuery } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { KnownStore } from '../known/known.store.js';

/** Later events of the project wait meanwhile. */
const CONFIRM_MS = 5_000;

/** Merge requests lose a milestone that was deleted. */
@On(MilestoneDeletedEvent)
export class OnMilestoneDeleted implements Reaction<typeof MilestoneDeletedEvent> {
  constructor(
    private readonly knownStore: KnownStore,
    private readonly calls: Calls,
  ) {}

  async confirm({ milestoneId }: EventDataOf<typeof MilestoneDeletedEvent>): Promise<boolean> {
    const { milestones } = await this.calls.query(
      MilestonesByIdsQuery,
      { ids: [milestoneId] },
      { timeoutMs: CONFIRM_MS },
    );
    return milestones.length === 0;
  }

  async handle({ milestoneId }: EventDataOf<typeof MilestoneDeletedEvent>, tx: Tx): Promise<void> {
    await this.knownStore.removeMilestone(tx, milestoneId);
  }
}

import { Calls } from '@hearth/calls';
import type { EventDataOf } from '@hearth/contract-kit';
import { LabelDeletedEvent, LabelsByIdsQuery } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { KnownStore } from '../known/known.store.js';

/** Later events of the project wait meanwhile. */
const CONFIRM_MS = 5_000;

/** Merge requests lose a label that was deleted. */
@On(LabelDeletedEvent)
export class OnLabelDeleted implements Reaction<typeof LabelDeletedEvent> {
  constructor(
    private readonly knownStore: KnownStore,
    private readonly calls: Calls,
  ) {}

  async confirm({ labelId }: EventDataOf<typeof LabelDeletedEvent>): Promise<boolean> {
    const { labels } = await this.calls.query(LabelsByIdsQuery, { ids: [labelId] }, { timeoutMs: CONFIRM_MS });
    return labels.length === 0;
  }

  async handle({ labelId }: EventDataOf<typeof LabelDeletedEvent>, tx: Tx): Promise<void> {
    await this.knownStore.removeLabel(tx, labelId);
  }
}

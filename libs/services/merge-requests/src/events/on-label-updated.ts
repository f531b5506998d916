import type { EventDataOf } from '@hearth/contract-kit';
import { LabelUpdatedEvent } from '@hearth/contracts';
import type { Tx } from '@hearth/data';
import { On, type Reaction } from '@hearth/messaging';
import { KnownStore } from '../known/known.store.js';

/** Lists find merge requests by the new name of a label. */
@On(LabelUpdatedEvent)
export class OnLabelUpdated implements Reaction<typeof LabelUpdatedEvent> {
  constructor(private readonly knownStore: KnownStore) {}

  async handle({ labelId, name }: EventDataOf<typeof LabelUpdatedEvent>, tx: Tx): Promise<void> {
    await this.knownStore.saveLabel(tx, labelId, name);
  }
}

import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { LabelDeletedEvent, LabelsByIdsQuery } from '@hearth/projects-contracts';
import { On, gone, type Delivery } from '@hearth/messaging';
import { KnownStore } from '../known/known.store.js';

/** Merge requests lose a label that was deleted, and get the one that it was merged into. */
@Controller()
export class OnLabelDeleted {
  constructor(private readonly knownStore: KnownStore) {}

  @On(LabelDeletedEvent, { confirm: gone(LabelsByIdsQuery, ({ labelId }) => ({ ids: [labelId] })) })
  async handle({ labelId, mergedInto }: EventDataOf<typeof LabelDeletedEvent>, { tx }: Delivery): Promise<void> {
    if (mergedInto) await this.knownStore.replaceLabel(tx, labelId, mergedInto);
    await this.knownStore.removeLabel(tx, labelId);
  }
}

import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { LabelDeletedEvent, LabelsByIdsQuery } from '@hearth/projects-contracts';
import { On, gone, type Delivery } from '@hearth/messaging';
import { KnownStore } from '../known/known.store.js';

/** Merge requests lose a label that was deleted. */
@Controller()
export class OnLabelDeleted {
  constructor(private readonly knownStore: KnownStore) {}

  @On(LabelDeletedEvent, { confirm: gone(LabelsByIdsQuery, ({ labelId }) => ({ ids: [labelId] })) })
  async handle({ labelId }: EventDataOf<typeof LabelDeletedEvent>, { tx }: Delivery): Promise<void> {
    await this.knownStore.removeLabel(tx, labelId);
  }
}

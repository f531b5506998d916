import { Controller } from '@nestjs/common';
import type { EventDataOf } from '@hearth/contract-kit';
import { LabelUpdatedEvent } from '@hearth/projects-contracts';
import { On, type Delivery } from '@hearth/messaging';
import { KnownStore } from '../known/known.store.js';

/** Lists find merge requests by the new name of a label. */
@Controller()
export class OnLabelUpdated {
  constructor(private readonly knownStore: KnownStore) {}

  @On(LabelUpdatedEvent)
  async handle({ labelId, name }: EventDataOf<typeof LabelUpdatedEvent>, { tx }: Delivery): Promise<void> {
    await this.knownStore.saveLabel(tx, labelId, name);
  }
}

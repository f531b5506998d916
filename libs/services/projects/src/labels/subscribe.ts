import { Injectable } from '@nestjs/common';
import type { UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { NotModified } from '@hearth/http';
import type { MemberSource } from '../members/membership.rules.js';
import { LabelNotFound } from '../refusals.js';
import { LabelsStore } from './labels.store.js';
import type { LabelReference } from './label.rules.js';

/** Subscribes a user to a label, or ends the subscription. */
@Injectable()
export class SubscribeToLabel {
  constructor(
    private readonly db: Database,
    private readonly labelsStore: LabelsStore,
  ) {}

  /** @throws LabelNotFound; NotModified when nothing changes */
  execute(holder: MemberSource, reference: LabelReference, userId: UserId, subscribed: boolean): Promise<void> {
    return this.db.tx(async (tx) => {
      const label = await this.labelsStore.lock(tx, holder, reference, 'around');
      if (!label) throw LabelNotFound();
      const changed = await (subscribed
        ? this.labelsStore.subscribe(tx, label.id, userId)
        : this.labelsStore.unsubscribe(tx, label.id, userId));
      if (!changed) throw NotModified();
    });
  }
}
